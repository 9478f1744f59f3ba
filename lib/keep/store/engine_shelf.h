// A server that speaks Redis' protocol as a shelf. A small index is one value; a large native index is
// stored in parts, another large index in blocks. The manifest or head that leads to them is written
// last. docs/store.md describes the keys.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <set>

#include "keep/redis/engine.h"
#include "keep/store/engine_writer.h"
#include "keep/store/lifetime.h"
#include "keep/store/outages.h"
#include "keep/store/stock.h"

namespace symkit::store {

class EngineShelf final : public StockedShelf {
 public:
  explicit EngineShelf(std::unique_ptr<redis::Engine> engine,
                       std::chrono::seconds expire = Lifetime().of_index);
  // Renews the keys that were used.
  ~EngineShelf() override;

  std::vector<Found> get(std::span<const Key> keys) override;
  Result<void> put(const Key& key, std::span<const Bytes> pieces) override;
  Result<std::vector<ImageId>> ids(index::Kind kind) override;
  std::vector<Ids> ids_like_each(std::span<const Key> keys) override;
  Result<void> add_name(std::string_view name, const Key& key) override;
  Result<OfName> of_name(std::string_view name, index::Kind kind) override;
  bool is_far() const override { return true; }
  // Visits nothing: searching a shared server would download everyone's indexes.
  Result<void> each(index::Kind kind, const Visit& visit) override;
  std::string place() const override { return engine_->place(); }
  std::string place_of(const Key& key) const override;
  std::uint64_t outages() const override { return outages_.count(); }
  std::string trouble() const override { return outages_.trouble(); }
  Result<void> list(const std::function<void(const Item&)>& visit) override;
  Result<std::size_t> remove(std::span<const Key> keys) override;
  Result<std::vector<std::pair<std::string, std::string>>> facts() override;

 private:
  Found plain(const Key& key, Result<io::SharedBlob> value) const;
  Found sound(const Key& key, Found value) const;
  Result<void> tell(std::span<const Key> keys, const std::function<void(const Item&)>& visit);
  void note_use(const Key& key, const Result<io::SharedBlob>& lifetime);

  std::unique_ptr<redis::Engine> engine_;
  EngineWriter writer_;
  mutable Outages outages_;
  mutable std::mutex lock_;     // guards what follows
  std::set<Key> to_renew_;      // used, and due for renewal
  std::set<ImageId> in_parts_;  // put, and stored in parts
};

}  // namespace symkit::store
