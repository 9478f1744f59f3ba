#include "index/native_draft.h"

#include <algorithm>

namespace symkit::index {

// Names are known by where they stand: one string of .debug_str is met a thousand times. The same text in
// two places becomes one when the index is written.
NameKey Draft::name(std::string_view text) {
  if (text.empty()) return 0;
  const auto [known, is_new] = name_keys_.try_emplace(text.data(), 0);
  if (is_new) {
    names_.push_back(text);
    known->second = static_cast<NameKey>(names_.size());
  }
  return known->second;
}

FileKey Draft::file(std::string_view path) {
  if (path.empty()) return 0;
  const auto known = file_keys_.find(path);
  if (known != file_keys_.end()) return known->second;
  const std::string_view own = keep(std::string(path));
  const std::size_t slash = own.rfind('/');
  const std::size_t base = slash == std::string_view::npos ? 0 : slash + 1;
  files_.push_back({own.substr(0, base), own.substr(base)});
  const auto key = static_cast<FileKey>(files_.size());
  file_keys_.emplace(own, key);
  return key;
}

void Draft::begin_function(std::uint64_t begin, std::uint64_t end, NameKey name, Source source,
                           std::uint64_t unit, std::uint64_t order, bool is_part) {
  DraftFunction function{.begin = begin,
                         .end = end,
                         .name = name,
                         .source = source,
                         .is_part = is_part,
                         .unit = unit,
                         .order = order};
  function.first_call = static_cast<std::uint32_t>(calls_.size());
  function.first_row = static_cast<std::uint32_t>(rows_.size());
  functions_.push_back(function);
  new_calls_.assign(1, {.name = name, .site = {}});
}

void Draft::add_call(std::uint32_t parent, NameKey name, DraftPlace site) {
  new_calls_.push_back({.parent = parent, .name = name, .site = site});
}

void Draft::end_function() {
  DraftFunction& function = functions_.back();
  function.row_count = static_cast<std::uint32_t>(rows_.size()) - function.first_row;
  const std::span rows = std::span(rows_).subspan(function.first_row);
  if (function.begin % step_ != 0 ||
      std::ranges::any_of(rows, [&](const DraftRow& row) { return row.address % step_ != 0; }))
    step_ = 1;
  mark_used_calls(rows);
  keep_used_calls(rows);
  function.call_count = static_cast<std::uint32_t>(calls_.size()) - function.first_call;
  function.callee = callee(function.name, new_calls_[0].home_file, new_calls_[0].first_line);
}

void Draft::mark_used_calls(std::span<DraftRow> rows) {
  for (const DraftRow& row : rows) {
    NewCall& call = new_calls_[row.call];
    if (!call.has_rows && row.place.line != 0) {
      call.has_rows = true;
      call.home_file = row.place.file;
      call.first_line = row.place.line;
    }
    for (std::uint32_t used = row.call; used != 0 && !new_calls_[used].is_used;
         used = new_calls_[used].parent)
      new_calls_[used].is_used = true;
  }
}

// Compilers describe many calls of which no code is left. No address leads to them.
void Draft::keep_used_calls(std::span<DraftRow> rows) {
  std::uint32_t number = 0;
  for (NewCall& call : std::span(new_calls_).subspan(1)) {
    if (!call.is_used) continue;
    call.number = ++number;
    calls_.push_back(
        {new_calls_[call.parent].number, callee(call.name, call.home_file, call.first_line), call.site});
  }
  for (DraftRow& row : rows) row.call = new_calls_[row.call].number;
}

CalleeKey Draft::callee(NameKey name, FileKey file, std::uint32_t line) {
  const auto [known, is_new] = callee_keys_.try_emplace(std::uint64_t{name} << 32 | file, 0);
  if (is_new) {
    callees_.push_back({name, file, line});
    known->second = static_cast<CalleeKey>(callees_.size());
  }
  DraftCallee& callee = callees_[known->second - 1];
  callee.line = std::min(callee.line, line);
  return known->second;
}

}  // namespace symkit::index
