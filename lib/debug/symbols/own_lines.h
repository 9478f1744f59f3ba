// Of functions that share a range, which part of their unit's line table is whose: what the compiler says, or
// what follows from the lines on which they are declared.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "files/dwarf/line_table.h"
#include "files/dwarf/ranges.h"

namespace symkit::symbols {

class OwnLines {
 public:
  // Of another unit from now on. Its lines may be LineAndColumn's numbers.
  void enter(const dwarf::LineTable& lines, bool has_columns);

  // The sequence that begins here in .debug_line; null where none does.
  const dwarf::LineSequence* beginning_at(std::uint64_t program);
  // Of the sequences for a range, the one that is a function's which is declared at this line (0: not known).
  // Null where several may be.
  const dwarf::LineSequence* of(dwarf::Range range, std::uint32_t line);

 private:
  struct Group {  // sequences that begin on one line
    dwarf::Range range;
    std::uint32_t line = 0;
    const dwarf::LineSequence* first = nullptr;
    bool differ = false;
  };
  void sort();

  const dwarf::LineTable* lines_ = nullptr;
  bool has_columns_ = false;
  bool is_sorted_ = false;
  std::vector<Group> groups_;  // by range, then by line
  std::unordered_map<std::uint64_t, const dwarf::LineSequence*> by_program_;
};

// Whether two sequences say the same.
bool has_same_lines(const dwarf::LineTable& lines, const dwarf::LineSequence& a,
                    const dwarf::LineSequence& b);

}  // namespace symkit::symbols
