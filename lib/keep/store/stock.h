// The contents of one store, for maintenance: listing items with their size and last use, and removing
// them.
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
  std::chrono::sys_seconds used = {};  // last use or write, whichever is later, as far as the store knows
};

class StockedShelf : public Shelf {
 public:
  virtual Result<void> list(const std::function<void(const Item&)>& visit) = 0;
  // Returns how many were there.
  virtual Result<std::size_t> remove(std::span<const Key> keys) = 0;
  // Removes notes (Shelf::note_asked) that were made before.
  virtual void forget_asked(std::chrono::sys_seconds /*before*/) {}
  // Other facts about the store as a whole, as pairs of name and value.
  virtual Result<std::vector<std::pair<std::string, std::string>>> facts() { return {}; }
};

// Keys that belong together: an index in one piece, or one in parts with its manifest.
struct Holding {
  ImageId id;
  index::Kind kind = index::Kind::Native;
  std::vector<Key> keys = {};  // the head first
  std::uint64_t bytes = 0;
  std::chrono::sys_seconds used = {};
  std::size_t parts = 0;
  bool has_head = false;  // false: parts without a manifest, as an interrupted writer leaves them
  bool is_copy = false;   // copies that a chain made of some parts

  bool in_parts() const { return parts != 0 || is_copy; }
};

// In the order of ids and kinds. An image stored both in one piece and in parts gives two.
Result<std::vector<Holding>> holdings_of(StockedShelf& shelf);

std::uint64_t bytes_of(std::span<const Holding> holdings);

}  // namespace symkit::store
