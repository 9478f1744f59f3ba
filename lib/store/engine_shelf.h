// A server that speaks Redis' protocol as a shelf. What is small is one value; a large native index is kept
// in parts, another large index in blocks; what leads to them is written last. docs/store.md tells of the
// keys.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <set>

#include "redis/engine.h"
#include "store/blocks.h"
#include "store/engine_writer.h"
#include "store/lifetime.h"
#include "store/stock.h"

namespace symkit::store {

class EngineShelf final : public StockedShelf {
 public:
  explicit EngineShelf(std::unique_ptr<redis::Engine> engine,
                       std::chrono::seconds expire = Lifetime().of_index);
  // Renews what was used.
  ~EngineShelf() override;

  std::vector<Found> get(std::span<const Key> keys) override;
  Result<void> put(const Key& key, std::span<const Bytes> pieces) override;
  Result<std::vector<ImageId>> ids(index::Kind kind) override;
  Result<std::vector<ImageId>> ids_like(const ImageId& id, index::Kind kind) override;
  // Visits none: to look through a server that all share would fetch what everybody has.
  Result<void> each(index::Kind kind, const Visit& visit) override;
  std::string place() const override { return engine_->place(); }
  std::string place_of(const Key& key) const override;
  std::uint64_t outages() const override;
  std::string trouble() const override;
  Result<void> list(const std::function<void(const Item&)>& visit) override;
  Result<std::size_t> remove(std::span<const Key> keys) override;
  Result<std::vector<std::pair<std::string, std::string>>> facts() override;

 private:
  Found sound(const Key& key, Result<io::SharedBlob> value) const;
  void join_blocks(std::span<const Key> keys, std::vector<Found>& found);
  Found join(const Key& key, std::span<const Block> blocks,
             std::span<const Result<io::SharedBlob>> values) const;
  Result<void> tell(std::span<const Key> keys, const std::function<void(const Item&)>& visit);
  void note_use(const Key& key, const Result<io::SharedBlob>& lifetime);

  Error unavailable(const Error& error) const;

  std::unique_ptr<redis::Engine> engine_;
  EngineWriter writer_;
  mutable std::mutex lock_;  // of what follows
  mutable std::uint64_t outages_ = 0;
  mutable std::string trouble_;
  std::set<Key> to_renew_;  // what was used and is due
};

}  // namespace symkit::store
