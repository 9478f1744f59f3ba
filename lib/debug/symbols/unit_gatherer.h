// Reads one unit of DWARF into a draft: its functions with their inlined calls and lines, and the lines
// that belong to no function.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "debug/debuginfo/code_ranges.h"
#include "debug/debuginfo/moved_code.h"
#include "debug/debuginfo/unit_tools.h"
#include "debug/debuginfo/units.h"
#include "debug/symbols/folded_code.h"
#include "debug/symbols/own_lines.h"
#include "debug/symbols/row_merger.h"
#include "files/dwarf/entry_names.h"
#include "files/dwarf/functions.h"
#include "files/dwarf/line_table.h"
#include "keep/index/native_draft.h"

namespace symkit::symbols {

// For a file that the image was linked from: where the linker put its code, and the number of its first
// unit among those of all such files.
struct FromObject {
  const debuginfo::MovedCode* moved = nullptr;
  std::uint64_t first_unit = 0;
};

// Processes one unit after the other for one worker.
class UnitGatherer final : private dwarf::FunctionSink {
 public:
  UnitGatherer(debuginfo::Units& units, const debuginfo::CodeRanges& code, container::Format format,
               index::Draft& draft, const FromObject& from = {}, const FoldedCode* folded = nullptr)
      : tools_(units),
        code_(code),
        format_(format),
        draft_(draft),
        from_(from),
        folded_(folded),
        names_(units.names()),
        merger_(tools_, code, draft) {
    walk_.collect_call_sites();
    if (draft.has_columns()) walk_.collect_columns();
  }
  UnitGatherer(const UnitGatherer&) = delete;
  UnitGatherer& operator=(const UnitGatherer&) = delete;

  // From now on, only what has code in this range is added.
  void restrict_to(dwarf::Range wanted) { wanted_ = wanted; }

  // False if the unit is broken; everything before the fault is in the draft. Nothing is added once the
  // effort is spent.
  bool take(const dwarf::UnitHeader& header);

  // The units that seem to have functions folded into others.
  std::vector<FoldedUnit> take_folded_units() { return std::exchange(folded_units_, {}); }
  // Reads the folded functions of such a unit: for a gatherer that was made with information on the kept
  // functions.
  void take_folded(const FoldedUnit& unit) { take(unit.header); }

  // The names in the draft that are in no file. To be called at the end.
  std::unordered_set<std::string> take_composed_names() { return names_.take_composed(); }

 private:
  void take(const dwarf::Function& function) override;
  void take_apart(const dwarf::Function& function);
  const dwarf::LineSequence* lines_told_by(const dwarf::Function& function);
  void add_call_sites(const dwarf::Function& function, dwarf::Range range);
  void add_jumps(const dwarf::Function& function);
  index::NameKey name_of_entry(const dwarf::EntryId& entry);
  void note_folded();
  index::NameKey name(std::uint64_t entry, const dwarf::NameAttributes& attributes);
  index::NameKey name(const dwarf::Function& function, const dwarf::InlinedCall& call);
  index::NameKey new_name(std::uint64_t entry, const dwarf::NameAttributes& attributes);
  void declare(std::uint64_t entry, index::NameKey name);
  void declare_as(std::uint64_t entry, index::NameKey name);
  void add_short_name(std::uint64_t entry, index::NameKey name);
  index::NameKey key_of(const dwarf::Text& text);
  std::string_view affordable(std::string_view text);
  void gather_inlined(const dwarf::Function& function);
  void forget_calls_left(const dwarf::Function& function);
  void add_inlined_begins(dwarf::Range range);
  void add_particulars();
  void add_variables();
  void add_inlined_outside();
  void add_range(const dwarf::Function& function, dwarf::Range range, bool is_part, index::NameKey name);
  std::size_t add_calls(const dwarf::Function& function, std::uint64_t end, std::span<CallChange> changes);
  void add_rows(dwarf::Range range, std::span<const CallChange> changes, std::size_t calls);
  std::optional<dwarf::Range> clip(std::uint64_t begin, std::uint64_t end) const {
    return from_.moved == nullptr ? code_.clip(begin, end) : moved_.clip(begin, end);
  }
  std::uint64_t unit_number() const { return from_.first_unit + unit_->header().offset; }
  bool is_wanted(std::uint64_t begin, std::uint64_t end) const {
    return begin < wanted_.end && wanted_.begin < end;
  }
  bool is_wanted(const dwarf::Function& function) const;
  bool is_folded_object_code(const dwarf::Range& range) const;
  void go_to(const dwarf::Range& range);
  void add_lines_without_function(dwarf::RangeAllowance& allowance);
  void add_lines_of_pieces(dwarf::Range claimed);
  void add_lines_outside_functions(dwarf::Range range);

  debuginfo::UnitTools tools_;
  const debuginfo::CodeRanges& code_;
  container::Format format_;
  index::Draft& draft_;
  FromObject from_;
  dwarf::Range wanted_{0, UINT64_MAX};
  debuginfo::MovedPieces moved_{from_.moved};
  const FoldedCode* folded_;  // null: folded functions are only noted
  std::vector<FoldedUnit> folded_units_;
  dwarf::EntryNames names_;
  dwarf::FunctionWalk walk_;
  RowMerger merger_;
  OwnLines own_lines_;
  index::FlatMap origins_;         // targets of the current unit's entries → key of the name plus 1
  index::FlatMap shared_origins_;  // the same for the file that several debug files share
  index::FlatMap declared_;        // entries of the current unit whose place is in the draft
  index::FlatMap shortened_;       // names, with the places of their short ones, in the draft
  // The file tables of other units, by the units' offsets.
  std::unordered_map<std::uint64_t, std::unique_ptr<dwarf::LineTable>> lines_of_others_;
  std::optional<dwarf::Unit> unit_;
  const dwarf::Unit* walked_ = nullptr;  // this unit, or the rest of a skeleton in another file
  bool has_deleted_ = false;             // the unit has deleted functions
  bool lacks_rest_ = false;              // a skeleton, and its rest in another file was not found
  std::vector<dwarf::Range> parts_;      // of the current function
  std::vector<dwarf::Range> covered_;    // by the unit's functions
  std::vector<dwarf::Range> reach_;      // of the function's own ranges, see add_inlined_outside
  std::vector<std::uint32_t> numbers_;   // of the calls kept, by their number in the function
  // Where the calls inlined into the current function have code, if declarations are kept.
  struct InlinedBegin {
    std::uint64_t address = 0;
    std::uint32_t discriminator = 0;
    std::uint8_t depth = 0;
    bool is_all = false;
  };
  std::vector<InlinedBegin> inlined_begins_;
  std::vector<InlinedBegin> calls_said_;  // the data of each call, by its number in the function
  std::vector<index::DraftPlace> last_lines_;
};

}  // namespace symkit::symbols
