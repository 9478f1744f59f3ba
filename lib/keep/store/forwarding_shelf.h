// A shelf that forwards everything to another, as a base for classes that change one thing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keep/store/shelf.h"

namespace symkit::store {

class ForwardingShelf : public Shelf {
 public:
  explicit ForwardingShelf(std::unique_ptr<Shelf> shelf) : shelf_(std::move(shelf)) {}

  std::vector<Found> get(std::span<const Key> keys) override { return shelf_->get(keys); }
  Result<void> put(const Key& key, std::span<const Bytes> pieces) override {
    return shelf_->put(key, pieces);
  }
  Result<std::vector<ImageId>> ids(index::Kind kind) override { return shelf_->ids(kind); }
  std::vector<Ids> ids_like_each(std::span<const Key> keys) override { return shelf_->ids_like_each(keys); }
  Result<void> add_name(std::string_view name, const Key& key) override {
    return shelf_->add_name(name, key);
  }
  Result<OfName> of_name(std::string_view name, index::Kind kind) override {
    return shelf_->of_name(name, kind);
  }
  void note_asked(const Key& key, std::uint64_t stamp) override { shelf_->note_asked(key, stamp); }
  bool was_asked(const Key& key, std::uint64_t stamp) override { return shelf_->was_asked(key, stamp); }
  Result<void> each(index::Kind kind, const Visit& visit) override { return shelf_->each(kind, visit); }
  bool is_far() const override { return shelf_->is_far(); }
  std::string place() const override { return shelf_->place(); }
  std::string place_of(const Key& key) const override { return shelf_->place_of(key); }
  std::uint64_t outages() const override { return shelf_->outages(); }
  std::string trouble() const override { return shelf_->trouble(); }

 private:
  std::unique_ptr<Shelf> shelf_;
};

}  // namespace symkit::store
