// Moves the rows of a function from the line table to a draft in one pass: each row gets the call that
// its code was inlined from, and rows that share an address are merged into one wherever a result
// changes.
#pragma once

#include <cstdint>
#include <span>

#include "debug/symbols/atos_view.h"
#include "ground/base/line_and_column.h"
#include "keep/index/native_draft.h"

namespace symkit::symbols {

// From `address` on, the code belongs to another inlined call; 0: to the function itself.
struct CallChange {
  std::uint64_t address = 0;
  std::uint32_t call = 0;
};

class RowStream {
 public:
  // The changes are sorted, with unique addresses.
  RowStream(index::Draft& draft, AtosView atos, std::span<const CallChange> changes)
      : draft_(draft), atos_(atos), change_(changes.data()), last_change_(change_ + changes.size()) {}

  // Addresses must increase. Where a call changes between two rows, the first is repeated.
  void add(std::uint64_t address, index::DraftPlace place, bool is_statement) {
    if (change_ != last_change_ && change_->address <= address) change_calls(address);
    take(address, place, is_statement);
  }
  // Call this after all rows; those of the function end at `end`.
  void finish(std::uint64_t end) {
    repeat_at_changes_before(end);
    if (is_any_here_) put();
  }

 private:
  void change_calls(std::uint64_t address) {
    repeat_at_changes_before(address);
    if (change_ != last_change_ && change_->address == address) call_ = change_++->call;
  }

  void repeat_at_changes_before(std::uint64_t limit) {
    for (; change_ != last_change_ && change_->address < limit; ++change_) {
      call_ = change_->call;
      take(change_->address, here_.last.place, here_.last.is_statement);
    }
  }

  void take(std::uint64_t address, index::DraftPlace place, bool is_statement) {
    const bool is_first = !is_any_here_ || address != here_.address;
    if (is_any_here_ && is_first) put();
    is_any_here_ = true;
    here_.address = address;
    here_.call = call_;
    here_.add(place, is_statement, is_first);
  }

  void put() {
    const index::DraftPlace place = here_.last.place;
    const index::DraftPlace atos_place = same_line(atos_.place_of(here_), place);
    if (any_ && here_.call == put_call_ && place == put_place_ && atos_place == put_atos_place_) return;
    draft_.add_row({here_.address, here_.call, place, atos_place});
    any_ = true;
    put_call_ = here_.call;
    put_place_ = place;
    put_atos_place_ = atos_place;
  }

  // atos gives no columns: if only these differ, its result is the same.
  index::DraftPlace same_line(index::DraftPlace atos, index::DraftPlace place) const {
    if (!draft_.has_columns() || atos.file != place.file) return atos;
    return LineAndColumn::of(atos.line).line == LineAndColumn::of(place.line).line ? place : atos;
  }

  index::Draft& draft_;
  AtosView atos_;
  const CallChange* change_;
  const CallChange* last_change_;
  std::uint32_t call_ = 0;
  RowsHere here_;  // not yet in the draft
  bool is_any_here_ = false;
  bool any_ = false;  // whether anything was put; then the last one was:
  std::uint32_t put_call_ = 0;
  index::DraftPlace put_place_;
  index::DraftPlace put_atos_place_;
};

}  // namespace symkit::symbols
