// A table of an index by position: sorted keys, offsets, and the buckets of entries to which they refer.
// All of its content is checked.
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

// A position as one number with the same order.
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
  // The last bucket that begins at or before a position; nothing if all begin after it.
  std::optional<std::size_t> find(Position position) const;

  // The same search in steps, each of which prefetches the memory of the next: first a range of keys …
  struct Few {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  Few few_with(Position position) const;
  void prefetch_keys(Few few) const;
  // … then the key …
  std::optional<std::size_t> find(Position position, Few few) const;
  void prefetch_offset(std::size_t number) const;
  // … and then its bucket.
  void prefetch(std::size_t number) const;
  // Announces this many searches.
  void expect(std::size_t questions) const;

 private:
  std::uint64_t packed_key(std::size_t number) const { return packed(key(number)); }

  Bytes keys_;
  Bytes offsets_;
  Bytes entries_;
  // Every n-th key, stored together, for callers that search often: most of the keys themselves are not
  // cached.
  mutable std::vector<std::uint64_t> coarse_;
  mutable std::size_t asked_ = 0;
};

}  // namespace symkit::sourcemap
