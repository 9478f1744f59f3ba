// What one store holds, for those who look after it: what is there, how large, when it was used, and away
// with it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "keep/store/shelf.h"

namespace symkit::store {

// One key: an index, a manifest, a part.
struct Item {
  Key key;
  std::uint64_t bytes = 0;
  std::chrono::sys_seconds used = {};  // or written, whichever was later, so far as the store knows
};

class StockedShelf : public Shelf {
 public:
  virtual Result<void> list(const std::function<void(const Item&)>& visit) = 0;
  // How many there were.
  virtual Result<std::size_t> remove(std::span<const Key> keys) = 0;
  // What else there is to say of the store as a whole, "name value" each.
  virtual Result<std::vector<std::pair<std::string, std::string>>> facts() { return {}; }
};

// All that belongs together: an index in one piece, or one in parts with its manifest.
struct Holding {
  ImageId id;
  index::Kind kind = index::Kind::Native;
  std::vector<Key> keys = {};  // what leads to the others stands first
  std::uint64_t bytes = 0;
  std::chrono::sys_seconds used = {};
  std::size_t parts = 0;
  bool has_head = false;  // false: parts that nothing leads to, as of a writer that was stopped
  bool is_copy = false;   // copies that a chain made of some parts

  bool in_parts() const { return parts != 0 || is_copy; }
};

// In the order of ids and kinds. An image that is there in one piece and in parts is two.
Result<std::vector<Holding>> holdings_of(StockedShelf& shelf);

std::uint64_t bytes_of(std::span<const Holding> holdings);

}  // namespace symkit::store
