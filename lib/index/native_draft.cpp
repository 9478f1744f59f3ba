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
  function.first_file = static_cast<std::uint32_t>(function_files_.size());
  function.first_row = rows_.size();
  functions_.push_back(function);
  ++serial_;
  nodes_.assign(1, {});
  last_ = {.address = begin};
  last_file_ = 0;
}

std::uint32_t Draft::local_file(FileKey file) {
  if (file == 0) return 0;
  if (file >= local_files_.size())
    local_files_.resize(std::max<std::size_t>(file + 1, local_files_.size() * 2));
  auto& [serial, number] = local_files_[file];
  if (serial != serial_) {
    function_files_.push_back(file);
    serial = serial_;
    number = static_cast<std::uint32_t>(function_files_.size()) - functions_.back().first_file;
  }
  return number;
}

void Draft::add_call(std::uint32_t parent, NameKey name, FileKey call_file, std::uint32_t call_line) {
  calls_.push_back({parent, name, call_line, local_file(call_file), 0});
  nodes_.push_back({});
}

void Draft::add_row(const DraftRow& row) {
  const std::uint32_t file = local_file(row.file);
  Node& node = nodes_[row.call];
  if (!node.has_rows) {
    node.has_rows = true;
    node.home_file = file;
  }
  const std::uint64_t before = last_.address;
  const std::uint64_t steps = (row.address - before) / step_;
  const bool switches =
      row.call != last_.call || file != last_file_ || rows_.size() == functions_.back().first_row;
  const auto line_difference = static_cast<std::int64_t>(row.line) - nodes_[row.call].last_line;
  std::uint8_t line_code = line_switch;
  if (!switches) {
    const auto* step = std::ranges::find(line_steps, line_difference);
    line_code = static_cast<std::uint8_t>(step - line_steps);
    if (step == std::end(line_steps)) line_code = line_explicit;
  }
  const auto address_code = static_cast<std::uint8_t>(std::min<std::uint64_t>(steps, address_explicit));
  rows_.push_back(
      static_cast<std::uint8_t>((row.is_statement ? row_is_statement : 0) | line_code << 4 | address_code));
  if (address_code == address_explicit) put_varint(rows_, steps - address_explicit);
  if (line_code == line_switch) put_switch(row, file);
  if (line_code >= line_explicit) put_varint(rows_, zigzag(line_difference));
  node.last_line = row.line;
  last_ = row;
  last_.address = before + steps * step_;
  last_file_ = file;
}

void Draft::put_switch(const DraftRow& row, std::uint32_t file) {
  const bool away = file != nodes_[row.call].home_file;
  put_varint(rows_, std::uint64_t{row.call} << 1 | (away ? 1U : 0U));
  if (away) put_varint(rows_, file);
}

void Draft::end_function() {
  DraftFunction& function = functions_.back();
  function.call_count = static_cast<std::uint32_t>(calls_.size()) - function.first_call;
  function.file_count = static_cast<std::uint32_t>(function_files_.size()) - function.first_file;
  function.rows_size = static_cast<std::uint32_t>(rows_.size() - function.first_row);
  function.home_file = nodes_[0].home_file;
  for (std::uint32_t i = 0; i < function.call_count; ++i)
    calls_[function.first_call + i].home_file = nodes_[i + 1].home_file;
}

}  // namespace symkit::index
