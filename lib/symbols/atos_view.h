// What atos says where rows differ: it takes the first of several rows at an address, and for a row that is
// no statement the statement before it. That holds within a run of rows of one inlined call: what stands
// before the run is other code. So is, in ELF, a row of another file at the same address: GCC marks calls
// there of which no code is left; in Mach-O atos itself is followed. Line 0 is no place.
#pragma once

#include <span>
#include <vector>

#include "container/image.h"
#include "index/native_draft.h"
#include "symbols/row_merger.h"

namespace symkit::symbols {

// Goes through the rows of a function.
class AtosView {
 public:
  // `lines`: memory for the calls' last places with a line.
  AtosView(container::Format format, std::size_t calls, std::vector<index::DraftPlace>& lines)
      : first_of_any_file_(format == container::Format::MachO), lines_(lines) {
    lines_.assign(calls + 1, index::DraftPlace{});
  }

  // Of the next rows that share an address. Asked for each of them: it stands here to be inlined.
  index::DraftPlace place_at(std::span<const CodeRow> rows) {
    const CodeRow& last = rows.back();
    const bool begins = last.call != call_;
    if (begins) statement_ = {};
    const bool same_file = rows.front().place.file == last.place.file;
    const bool first_counts = !begins && (same_file || first_of_any_file_);
    const CodeRow& row = first_counts ? rows.front() : last;
    index::DraftPlace place = row.place;
    if (!row.is_statement && statement_.line != 0) place = statement_;
    if (place.line == 0) place = lines_[last.call];
    for (const CodeRow& seen : rows)
      if (seen.is_statement && seen.place.line != 0 && (first_counts || &seen == &last))
        statement_ = seen.place;
    if (last.place.line != 0) lines_[last.call] = last.place;
    call_ = last.call;
    return place;
  }

 private:
  bool first_of_any_file_;
  std::uint32_t call_ = 0;
  index::DraftPlace statement_;  // the last in the present run
  std::vector<index::DraftPlace>& lines_;
};

}  // namespace symkit::symbols
