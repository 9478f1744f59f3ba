// A shelf for serving untrusted clients: locations and exact errors are reported only to those who
// maintain the stores.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/base/diagnostics.h"
#include "keep/store/forwarding_shelf.h"

namespace symkit::store {

class DiscreetShelf final : public ForwardingShelf {
 public:
  static constexpr std::string_view name = "the store";
  static constexpr std::string_view trouble_for_strangers = "the store is not available just now";

  // `tell` receives errors, from any thread; a repeated one only after a while.
  DiscreetShelf(std::unique_ptr<Shelf> shelf, WarningSink tell)
      : ForwardingShelf(std::move(shelf)), tell_(std::move(tell)) {}

  std::vector<Found> get(std::span<const Key> keys) override;
  Result<void> put(const Key& key, std::span<const Bytes> pieces) override;
  Result<std::vector<ImageId>> ids(index::Kind kind) override;
  std::vector<Ids> ids_like_each(std::span<const Key> keys) override;
  Result<OfName> of_name(std::string_view name_asked, index::Kind kind) override;
  std::string place() const override { return ForwardingShelf::place().empty() ? "" : std::string(name); }
  // Only the id.
  std::string place_of(const Key& key) const override { return key.id.hex(); }
  std::string trouble() const override;

 private:
  template <class Value>
  Result<Value> discreet(Result<Value> result) const;

  void tell(const std::string& message) const;

  WarningSink tell_;
  mutable std::mutex lock_;  // guards what follows
  mutable std::string told_;
  mutable std::chrono::steady_clock::time_point told_at_;
};

}  // namespace symkit::store
