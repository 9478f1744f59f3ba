// Breaks an index down: the bytes of its sections, and the contents of the largest of them, to find out
// what made it grow.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "keep/index/envelope.h"
#include "keep/index/native_index.h"

namespace symkit::index {

// The unit of debug information for each piece of code. An index does not store this: it is known while
// it is made.
struct UnitRanges {
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t unit = 0;
  };
  std::vector<Range> spans;  // sorted, not overlapping
  std::unordered_map<std::uint64_t, std::string> names;
};

struct Share {
  std::string name;  // empty: bytes without a name
  std::uint64_t bytes = 0;
};

// Sorts them: the largest first, equal ones by name.
void largest_first(std::vector<Share>& shares);

// One section, divided completely into shares.
struct Breakdown {
  std::string by;  // "file"
  std::uint32_t section = 0;
  std::vector<Share> shares;
};

struct SectionBytes {
  std::uint32_t tag = 0;
  std::uint64_t bytes = 0;
};

// The sections as in the file. The rest of the file is its header, the section table and padding.
std::vector<SectionBytes> section_bytes(const Envelope& envelope);

// The blocks of a native index by the files of their lines, including those of inlined code; and, if
// `units` is not null, by unit. An error if a block is damaged.
Result<std::vector<Breakdown>> blocks_shared_out(const NativeIndex& index, const UnitRanges* units);

}  // namespace symkit::index
