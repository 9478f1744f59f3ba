// Resolves rows that differ. For Apple's images the result is that of atos: of several rows at an address
// it uses the first; for a row that is not a statement, the statement before it; and line 0 is no place.
// This applies within a run of rows of one inlined call, because rows before the run belong to other
// code. For all other images the last row at the address counts, as in the tools used there:
// llvm-symbolizer, addr2line, perf and the sanitizers.
#pragma once

#include <vector>

#include "files/container/image.h"
#include "keep/index/native_draft.h"

namespace symkit::symbols {

// The rows that share an address, and thus an inlined call.
struct RowsHere {
  struct Row {
    index::DraftPlace place;
    bool is_statement = false;
  };
  std::uint64_t address = 0;
  std::uint32_t call = 0;
  Row first;
  Row last;
  index::DraftPlace statement;  // of the last row that is a statement and has a line

  void add(index::DraftPlace place, bool is_statement, bool is_first) {
    last = {place, is_statement};
    if (is_first) {
      first = last;
      statement = {};
    }
    if (is_statement && place.line != 0) statement = place;
  }
};

// Processes the rows of a function in order.
class AtosView {
 public:
  // `lines`: memory for each call's last place with a line.
  AtosView(container::Format format, std::size_t calls, std::vector<index::DraftPlace>& lines)
      : is_of_apple_(format == container::Format::MachO), lines_(lines) {
    if (is_of_apple_) lines_.assign(calls + 1, index::DraftPlace{});
  }

  // Called for all rows, in the order of addresses: defined here to be inlined.
  index::DraftPlace place_of(const RowsHere& rows) {
    const RowsHere::Row& last = rows.last;
    if (!is_of_apple_) return last.place;
    const bool begins = rows.call != call_;
    if (begins) statement_ = {};
    const RowsHere::Row& row = begins ? last : rows.first;
    index::DraftPlace place = row.place;
    if (!row.is_statement && statement_.line != 0) place = statement_;
    if (place.line == 0) place = lines_[rows.call];
    if (!begins) {
      if (rows.statement.line != 0) statement_ = rows.statement;
    } else if (last.is_statement && last.place.line != 0) {
      statement_ = last.place;
    }
    if (last.place.line != 0) lines_[rows.call] = last.place;
    call_ = rows.call;
    return place;
  }

 private:
  bool is_of_apple_;
  std::uint32_t call_ = 0;
  index::DraftPlace statement_;  // the last in the current run
  std::vector<index::DraftPlace>& lines_;
};

}  // namespace symkit::symbols
