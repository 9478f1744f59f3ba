// Combines a unit's line table with what was inlined into a function, for the current stretch of code.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "debug/debuginfo/code_ranges.h"
#include "debug/debuginfo/unit_tools.h"
#include "debug/symbols/merge_runs.h"
#include "debug/symbols/row_stream.h"
#include "files/dwarf/functions.h"
#include "files/dwarf/line_table.h"
#include "keep/index/native_draft.h"

namespace symkit::symbols {

// The line table for a stretch of code. Its first row applies from `begin` on.
struct RowPart {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::span<const dwarf::LineRow> rows;  // up to the end, and those after it; none: no sequence covers it
};

class RowMerger {
 public:
  RowMerger(debuginfo::UnitTools& tools, const debuginfo::CodeRanges& code, index::Draft& draft)
      : tools_(tools), code_(code), draft_(draft) {
    if (draft.particulars().keeps_declarations) lines_.keep_discriminators();
  }

  // Reads the unit's line table.
  void enter(const dwarf::Unit& unit);
  std::span<const dwarf::LineSequence> sequences() const { return lines_.sequences(); }
  const dwarf::LineTable& lines() const { return lines_; }
  // From now on, until the next unit, only this sequence counts; null: none.
  void take_lines_of(const dwarf::LineSequence* sequence) {
    counting_ = sequence == nullptr ? std::span<const dwarf::LineSequence>() : std::span(sequence, 1);
  }
  // A file by its number in the line program.
  index::FileKey file(std::uint32_t number) {
    if (number >= files_.size()) return 0;
    return files_[number] != unknown_file ? files_[number] : new_file(number);
  }

  // A file in another unit's table.
  index::FileKey file_of(const dwarf::LineTable& lines, std::uint32_t number);

  // Sets what was inlined into the current function; afterwards inlined() has no overlaps.
  void inline_into(const dwarf::Function& function);
  void inline_nothing() { inlined_.clear(); }
  std::span<const dwarf::InlinedRange> inlined() const { return inlined_; }

  // The line table for a range, valid until the next call; nothing if no sequence covers any of it.
  std::span<const RowPart> parts(dwarf::Range range);
  bool has_calls(dwarf::Range range) const;
  // Where the inlined call changes within a range, valid until the next call.
  std::span<CallChange> changes(dwarf::Range range);

 private:
  RowPart part_of(const dwarf::LineSequence& sequence, dwarf::Range range);
  auto first_inlined(dwarf::Range range) const;
  index::FileKey new_file(std::uint32_t number);

  static constexpr index::FileKey unknown_file = ~index::FileKey{0};

  debuginfo::UnitTools& tools_;
  const debuginfo::CodeRanges& code_;
  index::Draft& draft_;
  dwarf::LineTable lines_;
  std::span<const dwarf::LineSequence> counting_;
  std::vector<index::FileKey> files_;  // by number in the line program; unknown_file: not requested yet
  std::vector<dwarf::InlinedRange> inlined_;  // sorted, not overlapping
  RunMerger<dwarf::InlinedRange> sorter_;
  std::vector<const dwarf::InlinedRange*> open_;
  std::vector<RowPart> parts_;
  std::vector<CallChange> changes_;
};

}  // namespace symkit::symbols
