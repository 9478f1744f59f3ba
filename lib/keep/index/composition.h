// What an index is made of: the bytes of its sections, and what the largest of them are about, for people who
// ask what made it grow.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "keep/index/envelope.h"
#include "keep/index/native_index.h"

namespace symkit::index {

// Which unit of debug information each piece of code is of. An index does not say that: it is known while it
// is made.
struct UnitSpans {
  struct Span {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t unit = 0;
  };
  std::vector<Span> spans;  // rising, not overlapping
  std::unordered_map<std::uint64_t, std::string> names;
};

struct Share {
  std::string name;  // empty: what has none
  std::uint64_t bytes = 0;
};

// Sorts them: the largest first, of equal ones the first by name.
void largest_first(std::vector<Share>& shares);

// One section, shared out: together the shares are all of its bytes.
struct Breakdown {
  std::string by;  // "file"
  std::uint32_t section = 0;
  std::vector<Share> shares;
};

struct SectionBytes {
  std::uint32_t tag = 0;
  std::uint64_t bytes = 0;
};

// The sections as they stand in the file. What is missing to the file's size is its header, the table of
// sections and what lies between these.
std::vector<SectionBytes> section_bytes(const Envelope& envelope);

// The blocks of a native index by the files whose lines they hold, those of inlined code included; and, where
// `units` is not null, by unit. An error where a block is damaged.
Result<std::vector<Breakdown>> blocks_shared_out(const NativeIndex& index, const UnitSpans* units);

}  // namespace symkit::index
