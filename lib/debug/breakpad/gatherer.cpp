#include "debug/breakpad/gatherer.h"

#include <algorithm>

namespace symkit::breakpad {

Counts& Counts::operator+=(const Counts& other) {
  functions += other.functions;
  lines += other.lines;
  inlined += other.inlined;
  publics += other.publics;
  files += other.files;
  origins += other.origins;
  unwinding += other.unwinding;
  broken += other.broken;
  return *this;
}

void Gatherer::take(std::string_view line, std::uint64_t offset) {
  if (line.empty() || take_record(LineFields(line), offset)) return;
  ++counts_.broken;
  first_broken_ = std::min(first_broken_, offset);
}

// Most records are lines. No keyword is a hexadecimal number.
bool Gatherer::take_record(LineFields record, std::uint64_t offset) {
  if (in_function_ && take_line(record)) return true;
  if (record.word("INLINE")) return in_function_ && take_inlined(record);
  if (record.word("INLINE_ORIGIN")) return ++counts_.origins, explain(record, offset, origins_);
  if (record.word("FILE")) return ++counts_.files, explain(record, offset, files_);
  if (record.word("FUNC")) return take_function(record, offset);
  if (record.word("PUBLIC")) return take_public(record, offset);
  if (record.word("STACK")) return ++counts_.unwinding, true;
  return record.word("MODULE") || record.word("INFO");
}

// FUNC [m] address size parameter_size name
bool Gatherer::take_function(LineFields record, std::uint64_t offset) {
  end_function();
  record.word("m");
  const std::uint64_t begin = record.hex(), size = record.hex();
  record.hex();
  if (record.failed() || begin + size < begin) return false;
  ++counts_.functions;
  const std::string_view name = keep(record.take_rest());
  if (size == 0 && !name.empty()) publics_.push_back({begin, offset, name});
  function_ = {begin, begin + size, offset, name};
  rows_.begin(begin, begin + size);
  in_function_ = true;
  return true;
}

// address size line file
bool Gatherer::take_line(LineFields record) {
  const std::uint64_t begin = record.hex(), size = record.hex();
  const std::uint32_t line = record.decimal(), number = record.decimal();
  if (record.failed() || !record.at_end() || begin + size < begin) return false;
  ++counts_.lines;
  rows_.add_line({begin, begin + size, {file(number), line}});
  return true;
}

// INLINE depth line file origin (address size)+; line and file are those of the call
bool Gatherer::take_inlined(LineFields record) {
  const std::uint32_t depth = record.decimal(), line = record.decimal(), number = record.decimal();
  const std::uint32_t name = record.decimal();
  if (record.failed() || record.at_end()) return false;
  ++counts_.inlined;
  rows_.add_call({depth, origin(name), {file(number), line}});
  while (!record.at_end()) {
    const std::uint64_t begin = record.hex(), size = record.hex();
    if (record.failed() || begin + size < begin) return false;
    rows_.add_range(begin, begin + size);
  }
  return true;
}

// PUBLIC [m] address parameter_size name
bool Gatherer::take_public(LineFields record, std::uint64_t offset) {
  end_function();
  record.word("m");
  const std::uint64_t address = record.hex();
  record.hex();
  if (record.failed()) return false;
  ++counts_.publics;
  const std::string_view name = keep(record.take_rest());
  if (!name.empty()) publics_.push_back({address, offset, name});
  return true;
}

// FILE number path, INLINE_ORIGIN number name
bool Gatherer::explain(LineFields record, std::uint64_t offset, std::vector<Explained>& into) {
  const std::uint32_t number = record.decimal();
  if (record.failed()) return false;
  into.push_back({number, offset, keep(record.take_rest())});
  return true;
}

void Gatherer::end_function() {
  if (!std::exchange(in_function_, false) || function_.begin == function_.end) return;
  draft_.begin_function(function_.begin, function_.end, draft_.name(function_.name), index::Source::DebugInfo,
                        0, function_.offset);
  rows_.write(draft_);
  draft_.end_function();
}

index::FileKey Gatherer::file(std::uint32_t number) {
  std::uint32_t& key = file_keys_[std::uint64_t{number} + 1];
  if (key == 0) used_files_.emplace_back(number, key = draft_.file_later());
  return key;
}

index::NameKey Gatherer::origin(std::uint32_t number) {
  std::uint32_t& key = origin_keys_[std::uint64_t{number} + 1];
  if (key == 0) used_origins_.emplace_back(number, key = draft_.name_later());
  return key;
}

std::string_view Gatherer::keep(std::string_view text) {
  if (text.empty()) return {};
  auto* const copy = static_cast<char*>(texts_.allocate(text.size(), 1));
  text.copy(copy, text.size());
  return {copy, text.size()};
}

}  // namespace symkit::breakpad
