// A table of an index by positions: keys to search, offsets, and the buckets of entries that they lead to.
// Trusted in nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "answers/sourcemap/position.h"
#include "ground/base/bytes.h"
#include "keep/index/encoding.h"
#include "keep/index/source_map_format.h"

namespace symkit::sourcemap {

using index::source_map::BucketKey;

// Positions in one number, in their order.
inline std::uint64_t packed(Position position) {
  return static_cast<std::uint64_t>(position.line) << 32 | position.column;
}

class Buckets {
 public:
  Buckets() = default;
  Buckets(Bytes keys, Bytes offsets, Bytes entries) : keys_(keys), offsets_(offsets), entries_(entries) {}

  std::size_t count() const { return keys_.size() / sizeof(BucketKey); }
  Position key(std::size_t number) const {
    BucketKey key;
    if (number < count()) std::memcpy(&key, keys_.data() + number * sizeof key, sizeof key);
    return {key.line, key.column};
  }
  Bytes bucket(std::size_t number) const {
    const std::uint64_t begin = index::fixed_at(offsets_, number, 4);
    const std::uint64_t end = index::fixed_at(offsets_, number + 1, 4);
    return begin > end ? Bytes() : slice(entries_, begin, end - begin);
  }
  // The last bucket that begins at or before a position; nothing where all begin behind it.
  std::optional<std::size_t> find(Position position) const;

  // The same in steps, of which each asks for the memory that the next one reads: among which keys it is …
  struct Few {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  Few few_with(Position position) const;
  void prefetch_keys(Few few) const;
  // … which of them …
  std::optional<std::size_t> find(Position position, Few few) const;
  void prefetch_offset(std::size_t number) const;
  // … and what is in it.
  void prefetch(std::size_t number) const;
  // So many questions will come.
  void expect(std::size_t questions) const;

 private:
  std::uint64_t packed_key(std::size_t number) const { return packed(key(number)); }

  Bytes keys_;
  Bytes offsets_;
  Bytes entries_;
  // Every so many keys, together, for callers that ask often: of the keys themselves hardly any is near.
  mutable std::vector<std::uint64_t> coarse_;
  mutable std::size_t asked_ = 0;
};

}  // namespace symkit::sourcemap
