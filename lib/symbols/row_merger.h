// The line table of a unit and what was inlined into a function, merged: rows that each say which inlined
// call their code is of.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "debuginfo/code_ranges.h"
#include "debuginfo/unit_tools.h"
#include "dwarf/functions.h"
#include "dwarf/line_table.h"
#include "index/native_draft.h"

namespace symkit::symbols {

// A row of the line table with the inlined call that its code is of.
struct CodeRow {
  std::uint64_t address = 0;
  std::uint32_t call = 0;
  index::DraftPlace place = {};
  bool is_statement = false;
};

class RowMerger {
 public:
  RowMerger(debuginfo::UnitTools& tools, const debuginfo::CodeRanges& code, index::Draft& draft)
      : tools_(tools), code_(code), draft_(draft) {}

  // Reads the unit's line table.
  void enter(const dwarf::Unit& unit);
  std::span<const dwarf::LineSequence> sequences() const { return lines_.sequences(); }
  const dwarf::LineTable& lines() const { return lines_; }
  // From now on only this sequence counts; null: none. Until the next unit.
  void take_lines_of(const dwarf::LineSequence* sequence) {
    counting_ = sequence == nullptr ? std::span<const dwarf::LineSequence>() : std::span(sequence, 1);
  }
  // A file by the line program's number.
  index::FileKey file(std::uint32_t number) {
    if (number >= files_.size()) return 0;
    return files_[number] != unknown_file ? files_[number] : new_file(number);
  }

  // What was inlined into the function at hand; inlined() then has no overlaps.
  void inline_into(const dwarf::Function& function);
  void inline_nothing() { inlined_.clear(); }
  std::span<const dwarf::InlinedRange> inlined() const { return inlined_; }

  // The line table's rows for a range, the first moved to the range's begin. Where no sequence covers it, a
  // row without file and line stands. The next call uses their memory again.
  std::span<CodeRow> rows(dwarf::Range range);
  bool has_calls(dwarf::Range range) const;
  // The same rows, each with the call that its code was inlined from, and a row more wherever that changes
  // between two.
  std::span<CodeRow> rows_with_calls(dwarf::Range range);

 private:
  void collect_from(const dwarf::LineSequence& sequence, dwarf::Range part);
  auto first_inlined(dwarf::Range range) const;
  index::FileKey new_file(std::uint32_t number);

  static constexpr index::FileKey unknown_file = ~index::FileKey{0};

  debuginfo::UnitTools& tools_;
  const debuginfo::CodeRanges& code_;
  index::Draft& draft_;
  dwarf::LineTable lines_;
  std::span<const dwarf::LineSequence> counting_;
  std::vector<index::FileKey> files_;  // by the line program's numbers; unknown_file: not asked for yet
  std::vector<dwarf::InlinedRange> inlined_;  // not overlapping, rising
  std::vector<dwarf::InlinedRange> sorted_;   // the function's, before they are that
  std::vector<CodeRow> rows_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> changes_;  // address, call from there on
  std::vector<CodeRow> marked_;
};

}  // namespace symkit::symbols
