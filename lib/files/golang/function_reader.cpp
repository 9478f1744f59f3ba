#include "files/golang/function_reader.h"

#include <algorithm>

#include "files/golang/pc_values.h"

namespace symkit::golang {
namespace {

// The symbols that the linker puts between functions: marks, and the build id, which is not code.
bool is_mark(std::string_view name) { return name.starts_with("go:") || name.starts_with("go."); }

}  // namespace

const Function* FunctionReader::read(std::size_t number) {
  const auto record = table_.record(number);
  if (!record) return nullptr;
  function_.name = name(record->name);
  function_.begin = program_.address_of(record->entry);
  const std::uint64_t next = program_.address_of(table_.entry(number + 1));
  const bool is_last = next < function_.begin;  // in its section of text; the next one is before it
  const std::uint64_t limit = program_.memory().code_end(function_.begin, is_last ? UINT64_MAX : next);
  if (function_.name.empty() || function_.begin >= limit) return nullptr;
  function_.start_line = record->start_line;
  function_.calls.clear();
  function_.rows.clear();
  read_runs(record->files, limit, files_);
  read_runs(record->lines, limit, lines_);
  if (lines_.empty() && is_mark(function_.name)) return nullptr;
  // The rest up to the next function is padding.
  function_.end = lines_.empty() ? limit : lines_.back().end;
  add_rows(*record, read_calls(*record));
  return &function_;
}

void FunctionReader::read_runs(std::uint32_t values, std::uint64_t limit, Runs& runs) const {
  runs.clear();
  PcValues all(table_.values(values), function_.begin, table_.quantum());
  while (all.next() && all.begin() < limit && all.begin() < all.end())
    runs.push_back({all.begin(), std::min(all.end(), limit), all.value()});
}

std::int32_t FunctionReader::value_at(const Runs& runs, std::uint64_t address) {
  const auto after = std::ranges::upper_bound(runs, address, {}, &Run::begin);
  if (after == runs.begin() || address >= std::prev(after)->end) return -1;
  return std::prev(after)->value;
}

std::string_view FunctionReader::name(std::uint32_t offset) {
  const auto [known, is_new] = names_.try_emplace(offset);
  if (is_new) known->second = table_.name(offset).value_or(std::string_view());
  return known->second;
}

std::string_view FunctionReader::file(const Record& record, std::int32_t number) {
  const std::uint64_t key = std::uint64_t{record.unit} << 32 | static_cast<std::uint32_t>(number);
  const auto [known, is_new] = paths_.try_emplace(key);
  if (is_new) known->second = table_.file(record.unit, number).value_or(std::string_view());
  return known->second;
}

SourcePlace FunctionReader::place(const Record& record, std::int32_t file_number, std::int32_t line) {
  if (line <= 0) return {};
  const std::string_view text = file(record, file_number);
  if (text.empty()) return {};
  return {text, static_cast<std::uint32_t>(line)};
}

SourcePlace FunctionReader::place_at(const Record& record, std::uint64_t address) {
  return place(record, value_at(files_, address), value_at(lines_, address));
}

// False if code was inlined and the calls are unknown: then all of them are dropped.
bool FunctionReader::read_calls(const Record& record) {
  inlined_.clear();
  numbers_.clear();
  const auto& shape = program_.shape();
  const InlinedShape assumed = shape.value_or(shapes_of(table_.layout()).front());
  read_runs(table_.value_table(record, assumed.value_table), function_.end, inlined_);
  for (const Run& run : inlined_)
    if (run.value >= 0) numbers_.push_back(run.value);
  if (numbers_.empty()) return true;
  std::ranges::sort(numbers_);
  numbers_.erase(std::ranges::unique(numbers_).begin(), numbers_.end());
  if (!shape) return false;
  const Bytes tree = program_.inline_tree(record, *shape);
  for (const std::int32_t number : numbers_) {
    const auto inlined =
        read_inlined(tree, program_.endian(), *shape, table_, static_cast<std::uint32_t>(number));
    if (inlined && add_call(record, *inlined, number)) continue;
    function_.calls.clear();
    return false;
  }
  return true;
}

// Compilers number a call after the one that it is inlined into, so the tree has no cycles.
bool FunctionReader::add_call(const Record& record, const InlinedCall& inlined, std::int32_t number) {
  const bool says_itself = program_.shape()->entry == InlinedEntry::Go1_9;
  const std::uint64_t parent_code = function_.begin + inlined.parent_code;
  if (!says_itself && parent_code >= function_.end) return false;
  const std::int32_t parent = says_itself ? inlined.parent : value_at(inlined_, parent_code);
  const std::string_view its_name = name(inlined.name);
  if (parent >= number || its_name.empty()) return false;
  const std::uint32_t parent_number = call_number(parent);
  if (parent >= 0 && parent_number == 0) return false;
  function_.calls.push_back(
      {.parent = parent_number,
       .name = its_name,
       .site = says_itself ? place(record, inlined.file, inlined.line) : place_at(record, parent_code)});
  return true;
}

std::uint32_t FunctionReader::call_number(std::int32_t number) const {
  const auto found = std::ranges::lower_bound(numbers_, number);
  if (number < 0 || found == numbers_.end() || *found != number) return 0;
  return static_cast<std::uint32_t>(found - numbers_.begin()) + 1;
}

// Merges all three.
void FunctionReader::add_rows(const Record& record, bool are_calls_known) {
  auto file_run = files_.cbegin(), line_run = lines_.cbegin(), call_run = inlined_.cbegin();
  std::uint64_t at = function_.begin;
  while (at < function_.end) {
    std::uint64_t next = function_.end;
    const auto value_of = [&](Runs::const_iterator& run, const Runs& runs) {
      while (run != runs.end() && run->end <= at) ++run;
      if (run == runs.end()) return std::int32_t{-1};
      next = std::min(next, run->begin > at ? run->begin : run->end);
      return run->begin > at ? -1 : run->value;
    };
    const std::int32_t file_number = value_of(file_run, files_), line = value_of(line_run, lines_),
                       inlined = value_of(call_run, inlined_);
    Row row{.address = at, .call = 0};
    if (inlined < 0 || are_calls_known) {
      row.call = call_number(inlined);
      row.place = place(record, file_number, line);
    }
    const bool is_change = function_.rows.empty() || function_.rows.back().call != row.call ||
                           function_.rows.back().place != row.place;
    if (is_change) function_.rows.push_back(row);
    at = next;
  }
}

}  // namespace symkit::golang
