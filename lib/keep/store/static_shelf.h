// A store laid out as files by id, which any web server can serve. The files' content is checked like an
// engine's values. Derived classes know where the files are read from and whether they can be written.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "keep/store/stock.h"

namespace symkit::store {

class StaticShelf : public StockedShelf {
 public:
  std::vector<Found> get(std::span<const Key> keys) final;
  std::vector<Ids> ids_like_each(std::span<const Key> keys) final;
  Result<OfName> of_name(std::string_view name, index::Kind kind) final;

  // The largest file in such a store, compressed or not.
  static constexpr std::uint64_t largest_file = std::uint64_t{64} << 20;

 protected:
  // The files as stored. Null: not there. An error says what was unavailable, and where.
  virtual std::vector<Found> read(std::span<const std::string> paths) = 0;

  // The ids in a .begins file.
  static std::vector<ImageId> read_longer(Bytes file);

 private:
  std::vector<Found> read_once(std::span<const std::string> paths);
  Found sound(const Key& key, const Found& file);
};

}  // namespace symkit::store
