// A store laid out as files by id, to be served by any web server: what is in a file is checked as what an
// engine has. Where the files are read from, and whether they can be written, those below know.
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

  // No file of such a store is larger, packed or not.
  static constexpr std::uint64_t largest_file = std::uint64_t{64} << 20;

 protected:
  // The files as they are. Null: not there. An error says what could not be asked, and of whom.
  virtual std::vector<Found> read(std::span<const std::string> paths) = 0;

  // The ids in a file of those that begin alike.
  static std::vector<ImageId> read_longer(Bytes file);

 private:
  std::vector<Found> read_once(std::span<const std::string> paths);
  Found sound(const Key& key, const Found& file);
};

}  // namespace symkit::store
