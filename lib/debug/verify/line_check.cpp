#include "debug/verify/line_check.h"

#include <algorithm>

#include "ground/base/words.h"

namespace symkit::verify {

bool LineCheck::read(const dwarf::Unit& unit) {
  table_.clear();
  faults_.clear();
  is_outside_ = false;
  address_size_ = unit.header().encoding.address_size;
  if (!unit.line_program) return false;
  offset_ = *unit.line_program;
  is_outside_ = offset_ >= unit.sections().line.size();
  if (is_outside_) return false;
  table_.read(unit, offset_);
  return std::ranges::none_of(
      faults_, [](const auto& fault) { return fault.kind == dwarf::LineFault::Kind::Program; });
}

void LineCheck::check(const Shared& shared, const Report& report) const {
  const std::string program = say("the line program at ", hex(offset_));
  if (is_outside_) return report(Kind::LineProgram, say(program, " is outside of .debug_line"));
  for (const dwarf::LineFault& fault : faults_) {
    if (fault.kind == dwarf::LineFault::Kind::Program) {
      report(Kind::LineProgram, say(program, ": ", fault.what));
    } else if (!shared.is_deleted(fault.begin, address_size_)) {
      report(Kind::RowOrder, say(program, " goes back to ", hex(fault.address), " within a sequence",
                                 fault.rows == 1 ? "" : say(", the first of ", fault.rows, " rows that do")));
    }
  }
  check_files(report);
}

// One finding for each file number, however many rows use it.
void LineCheck::check_files(const Report& report) const {
  const std::string program = say("the line program at ", hex(offset_));
  for (std::uint32_t file = 0; file < table_.file_limit(); ++file)
    if (table_.names_file(file) && !table_.names_folder_of(file))
      report(Kind::FileNumber, say(program, " has a file ", file, " in a folder that it does not list"));
  std::vector<std::pair<std::uint32_t, std::uint64_t>> unknown;  // file, and where its first row is
  for (const dwarf::LineSequence& sequence : table_.sequences())
    for (const dwarf::LineRow& row : table_.rows(sequence))
      if (!table_.names_file(row.file())) unknown.emplace_back(row.file(), row.address);
  std::ranges::sort(unknown);
  for (std::size_t i = 0; i < unknown.size(); ++i)
    if (i == 0 || unknown[i].first != unknown[i - 1].first)
      report(Kind::FileNumber, say(program, " has rows of file ", unknown[i].first, " from ",
                                   hex(unknown[i].second), " on, and no such file"));
}

std::uint64_t LineCheck::row_count() const {
  std::uint64_t count = 0;
  for (const dwarf::LineSequence& sequence : table_.sequences()) count += sequence.row_count;
  return count;
}

}  // namespace symkit::verify
