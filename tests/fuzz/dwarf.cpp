// rooms: dwarf
// DWARF sections from nowhere (support/dwarf_bundle.h): every unit's functions, names, lines and paths are
// read. What is handed out must hold together: lists in order, numbers that lead somewhere.

#include <algorithm>

#include "files/dwarf/declaration.h"
#include "files/dwarf/entry_names.h"
#include "files/dwarf/functions.h"
#include "files/dwarf/line_table.h"
#include "files/dwarf/variables.h"
#include "support/dwarf_bundle.h"
#include "support/fuzz_require.h"

using namespace symkit;

namespace {

class Checker final : public dwarf::FunctionSink {
 public:
  explicit Checker(dwarf::EntryNames& names) : names_(names) {}

  void take(const dwarf::Function& function) override {
    fuzz::require(!function.ranges.empty());
    for (const dwarf::Range& range : function.ranges) fuzz::require(range.begin < range.end);
    read(names_.of(function.entry, function.name));
    for (std::size_t i = 0; i < function.calls.size(); ++i) {
      fuzz::require(function.calls[i].parent <= i);
      read(names_.of(function.calls[i].entry, function.name_of(function.calls[i])));
    }
    for (const dwarf::InlinedRange& range : function.inlined)
      fuzz::require(range.call != 0 && range.call <= function.calls.size() && range.begin < range.end);
  }

 private:
  // Touches every byte, for the address sanitizer.
  void read(std::string_view text) {
    for (const char c : text) sum_ = sum_ + static_cast<unsigned char>(c);
  }

  dwarf::EntryNames& names_;
  volatile unsigned sum_ = 0;
};

void check_lines(const dwarf::LineTable& lines) {
  std::uint64_t end = 0;
  for (const dwarf::LineSequence& sequence : lines.sequences()) {
    fuzz::require(sequence.begin < sequence.end && sequence.end >= end && sequence.row_count != 0);
    end = sequence.end;
    std::uint64_t address = sequence.begin;
    for (const dwarf::LineRow& row : lines.rows(sequence)) {
      fuzz::require(row.address >= address);
      address = row.address;
    }
  }
  for (std::uint32_t file = 0; file < std::min(lines.file_limit() + 2, 64U); ++file)
    fuzz::require(lines.root_of(file) <= lines.path_of(file).size());
  for (const dwarf::DiscriminatorRun& run : lines.discriminators())
    fuzz::require(run.begin < run.end && run.value != 0);
}

// The last row that begins at or before an address.
const dwarf::LineRow* row_at(std::span<const dwarf::LineRow> rows, std::uint64_t address) {
  const auto after = std::ranges::upper_bound(rows, address, {}, &dwarf::LineRow::address);
  return after == rows.begin() ? nullptr : &*std::prev(after);
}

// What is left out of the changes must not be missed: at each address they say what all rows say.
void check_changes(const dwarf::LineTable& all, const dwarf::LineTable& changes) {
  fuzz::require(all.sequences().size() == changes.sequences().size());
  for (std::size_t i = 0; i < all.sequences().size(); ++i) {
    fuzz::require(all.sequences()[i].begin == changes.sequences()[i].begin);
    fuzz::require(all.sequences()[i].end == changes.sequences()[i].end);
    for (const dwarf::LineRow& row : all.rows(all.sequences()[i])) {
      const dwarf::LineRow* const one = row_at(all.rows(all.sequences()[i]), row.address);
      const dwarf::LineRow* const other = row_at(changes.rows(changes.sequences()[i]), row.address);
      fuzz::require(other != nullptr && one->line == other->line);
      fuzz::require(one->file_and_statement == other->file_and_statement);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const dwarf::Sections sections = test::unbundle({data, size});
  const dwarf::UnitList units = dwarf::read_units(sections);
  dwarf::EntryNames names(sections, units);
  dwarf::AbbreviationTable table;
  dwarf::LineTable lines, changes;
  lines.keep_discriminators();
  dwarf::FunctionWalk walk;
  Checker checker(names);
  for (const dwarf::UnitHeader& header : units.units) {
    fuzz::require(header.offset < header.first_entry && header.first_entry <= header.end);
    fuzz::require(header.end <= sections.info.size());
    table.read(sections.abbrev, header.abbrev_offset, sections.endian, header.encoding);
    const dwarf::Unit unit(sections, header, table);
    names.enter(unit);
    dwarf::RangeAllowance allowance(sections);
    (void)walk.run(unit, allowance, names.scopes(), checker);
    (void)dwarf::each_variable(unit, [&](const dwarf::Variable& variable) {
      fuzz::require(header.first_entry <= variable.entry && variable.entry < header.end);
      (void)dwarf::declaration(unit, variable.entry);
      (void)names.of(variable.entry, variable.name);
    });
    if (!unit.line_program) continue;
    lines.read(unit, *unit.line_program);
    check_lines(lines);
    changes.read(unit, *unit.line_program, dwarf::LineRows::Changes);
    check_changes(lines, changes);
  }
  return 0;
}
