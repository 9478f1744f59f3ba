// One unit of DWARF into a draft: its functions with their inlined calls and lines, and the lines that
// belong to no function.
#pragma once

#include <optional>
#include <vector>

#include "debuginfo/code_ranges.h"
#include "debuginfo/unit_tools.h"
#include "debuginfo/units.h"
#include "dwarf/functions.h"
#include "dwarf/line_table.h"
#include "dwarf/names.h"
#include "index/native_draft.h"

namespace symkit::symbols {

// Works on unit after unit for one worker.
class UnitGatherer final : private dwarf::FunctionSink {
 public:
  UnitGatherer(debuginfo::Units& units, const debuginfo::CodeRanges& code, container::Format format,
               index::Draft& draft)
      : tools_(units), code_(code), format_(format), draft_(draft), names_(units.names()) {}

  // A row of the line table with the inlined call that its code is of.
  struct CodeRow {
    std::uint64_t address = 0;
    std::uint32_t call = 0;
    index::DraftPlace place = {};
    bool is_statement = false;
  };

  // False where the unit is broken; what came before the fault is in the draft. Nothing is added once the
  // effort is spent.
  bool take(const dwarf::UnitHeader& header);

  // What the skeletons among the units name; empty where one names nothing.
  std::span<const std::string_view> split_files() const { return split_files_; }

 private:
  struct Segment {  // code of one inlined call
    std::uint64_t begin;
    std::uint64_t end;
    std::uint32_t call;
  };

  void take(const dwarf::Function& function) override;
  void add_range(const dwarf::Function& function, debuginfo::CodeRange range, bool is_part,
                 index::NameKey name);
  void add_calls(const dwarf::Function& function);
  index::NameKey name(std::uint64_t entry, const dwarf::NameAttributes& attributes);
  index::NameKey new_name(std::uint64_t entry, const dwarf::NameAttributes& attributes);
  void read_lines(const dwarf::Unit& unit);
  void add_inlined_outside();
  void flatten_inlined(const dwarf::Function& function);
  void collect_rows(debuginfo::CodeRange range);
  void collect_from(const dwarf::LineSequence& sequence, debuginfo::CodeRange part);
  void mark_calls(debuginfo::CodeRange range);
  void add_rows(std::size_t calls);
  void add_lines_without_function(dwarf::RangeAllowance& allowance);
  void add_lines_outside_functions(debuginfo::CodeRange range);
  index::FileKey file(std::uint32_t number) {
    if (number >= files_.size()) return 0;
    return files_[number] != unknown_file ? files_[number] : new_file(number);
  }
  index::FileKey new_file(std::uint32_t number);

  static constexpr index::FileKey unknown_file = ~index::FileKey{0};

  debuginfo::UnitTools tools_;
  const debuginfo::CodeRanges& code_;
  container::Format format_;
  index::Draft& draft_;
  dwarf::Names names_;
  dwarf::FunctionWalk walk_;
  index::FlatMap origins_;  // what entries of the unit at hand point at → its name's key, and 1
  dwarf::LineTable lines_;
  std::optional<dwarf::Unit> unit_;
  std::vector<std::string_view> split_files_;
  std::vector<index::FileKey> files_;        // by the line program's numbers; unknown_file: not asked for yet
  std::vector<debuginfo::CodeRange> parts_;  // of the function at hand
  std::vector<debuginfo::CodeRange> covered_;  // by the unit's functions
  std::vector<debuginfo::CodeRange> reach_;    // by the function's own ranges, see add_inlined_outside
  std::vector<Segment> segments_;
  std::vector<CodeRow> rows_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> changes_;  // address, call from there on
  std::vector<CodeRow> marked_;
  std::vector<std::uint32_t> numbers_;  // of the calls that are left, by their number in the function
  std::size_t calls_left_ = 0;
  std::vector<dwarf::InlinedRange> inlined_;  // the function's, from the text base
  std::vector<index::DraftPlace> last_lines_;
};

}  // namespace symkit::symbols
