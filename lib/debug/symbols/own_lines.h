// For functions that share a range, which part of their unit's line table belongs to which: according to
// the compiler, or derived from the lines of their declarations.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "files/dwarf/line_table.h"
#include "files/dwarf/ranges.h"

namespace symkit::symbols {

class OwnLines {
 public:
  // Enters another unit. Its lines may be packed LineAndColumn values.
  void enter(const dwarf::LineTable& lines, bool has_columns);

  // The sequence that begins here in .debug_line; null if there is none.
  const dwarf::LineSequence* beginning_at(std::uint64_t program);
  // Of the sequences for a range, the one of the function that is declared at this line (0: unknown).
  // Null if ambiguous.
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

// Whether two sequences have the same content.
bool has_same_lines(const dwarf::LineTable& lines, const dwarf::LineSequence& a,
                    const dwarf::LineSequence& b);

}  // namespace symkit::symbols
