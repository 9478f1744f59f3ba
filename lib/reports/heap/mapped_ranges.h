// The memory that a program has mapped itself and not unmapped yet, by address. A range that is mapped
// over another replaces it; unmapping may affect parts of several ranges.
#pragma once

#include <cstdint>
#include <map>

#include "reports/heap/reach.h"

namespace symkit::heap {

class MappedRanges {
 public:
  struct Rest {
    std::uint64_t end = 0;
    std::uint32_t stack = 0;  // that mapped it
  };

  void map(MemoryRange range, std::uint32_t stack);
  void unmap(MemoryRange gone);

  const std::map<std::uint64_t, Rest>& by_begin() const { return by_begin_; }

 private:
  std::map<std::uint64_t, Rest> by_begin_;
};

}  // namespace symkit::heap
