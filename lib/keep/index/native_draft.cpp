#include "keep/index/native_draft.h"

#include <algorithm>

namespace symkit::index {
namespace {

std::uint64_t callee_id(NameKey name, FileKey file) { return (std::uint64_t{name} << 32 | file) + 1; }

}  // namespace

FileKey Draft::file(std::string_view path) {
  if (path.empty()) return 0;
  const auto known = file_keys_.find(path);
  if (known != file_keys_.end()) return known->second;
  const std::string_view own = keep(std::string(path));
  files_.push_back(split(own));
  const auto key = static_cast<FileKey>(files_.size());
  file_keys_.emplace(own, key);
  return key;
}

void Draft::begin_function(std::uint64_t begin, std::uint64_t end, NameKey name, Source source,
                           std::uint64_t unit, std::uint64_t order, bool is_part) {
  DraftFunction function{.begin = begin - base_,
                         .end = end - base_,
                         .name = name,
                         .source = source,
                         .is_part = is_part,
                         .unit = unit,
                         .order = order};
  functions_.push_back(function);
  begin_ = function.begin;
  calls_.begin();
  rows_.begin();
  new_calls_.assign(1, {.name = name, .site = {}});
}

void Draft::add_call(std::uint32_t parent, NameKey name, DraftPlace site) {
  new_calls_.push_back({.parent = parent, .name = name, .site = site});
}

void Draft::end_function() {
  DraftFunction& function = functions_.back();
  const std::span<const KeptRow> all = rows_.present();
  const std::span<const KeptRow> rows = rows_that_fit(all, UINT32_MAX);
  if (rows.size() < all.size()) end_early(base_ + begin_ + all[rows.size()].offset);
  function.rows = rows_.place();
  function.kept_rows = static_cast<std::uint32_t>(rows.size());
  if (step_ != 1 && (function.begin % step_ != 0 ||
                     std::ranges::any_of(rows, [&](const KeptRow& row) { return row.offset % step_ != 0; })))
    step_ = 1;
  take_homes(DraftRows(rows, function.begin));
  function.callee = callee(function.name, new_calls_[0].home_file, new_calls_[0].first_line);
  calls_.make_room(new_calls_.size());
  constexpr std::size_t ahead = 8;  // how many calls ahead memory is prefetched
  for (std::size_t i = 1; i < new_calls_.size(); ++i) {
    if (i + ahead < new_calls_.size()) {
      const NewCall& later = new_calls_[i + ahead];
      callee_keys_.prefetch(callee_id(later.name, later.home_file));
    }
    const NewCall& call = new_calls_[i];
    calls_.add({call.parent, callee(call.name, call.home_file, call.first_line), call.site});
  }
  function.calls = calls_.place();
  function.call_count = static_cast<std::uint32_t>(calls_.present().size());
}

// No function has 4 GB of code, or as many rows: the rest, from a broken file, is left to other
// functions.
void Draft::end_early(std::uint64_t address) {
  functions_.back().end = std::min(functions_.back().end, address - base_);
}

// A call's home is its first row with a line.
void Draft::take_homes(DraftRows rows) {
  for (auto row = rows.begin(); row != rows.end(); ++row) {
    NewCall& call = new_calls_[row.call()];
    if (call.first_line != 0 || row.place().line == 0) continue;
    call.home_file = row.place().file;
    call.first_line = row.place().line;
  }
}

CalleeKey Draft::callee(NameKey name, FileKey file, std::uint32_t line) {
  CalleeKey& key = callee_keys_[callee_id(name, file)];
  if (key == 0) {
    callees_.push_back({name, file, line});
    key = static_cast<CalleeKey>(callees_.size());
  }
  DraftCallee& callee = callees_[key - 1];
  callee.line = std::min(callee.line, line);
  return key;
}

}  // namespace symkit::index
