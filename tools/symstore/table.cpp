#include "symstore/table.h"

#include <algorithm>
#include <unistd.h>

#include "ground/print/columns.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"

namespace symkit::symstore {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Table::Table(Format format, std::vector<std::string> columns)
    : format_(format),
      columns_(std::move(columns)),
      is_aligned_(format == Format::Text && ::isatty(STDOUT_FILENO) == 1) {}

Table::~Table() { static_cast<void>(flush()); }

void Table::add(std::vector<std::string> cells) {
  if (format_ == Format::Json) return write_json(cells);
  for (std::string& cell : cells) cell = cell.empty() ? "-" : print::visible(cell);
  if (is_aligned_) return kept_.push_back(std::move(cells));
  std::string& out = output_.buffer();
  for (std::size_t i = 0; i < cells.size(); ++i) out += (i == 0 ? "" : "\t") + cells[i];
  out += '\n';
  output_.written();
}

// Sizes and counts are numbers; an id that consists of digits is not.
void Table::write_json(const std::vector<std::string>& cells) {
  print::JsonWriter json(output_.buffer());
  json.begin_object();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool counts = columns_[i] == "bytes" || columns_[i] == "parts" || columns_[i] == "images";
    if (counts && is_number(cells[i]))
      json.member(columns_[i], std::stoull(cells[i]));
    else
      json.member(columns_[i], cells[i]);
  }
  json.end_object();
  output_.buffer() += '\n';
  output_.written();
}

void Table::write_aligned() {
  print::append_columns(output_.buffer(), kept_);
  output_.written();
  kept_.clear();
}

Result<void> Table::flush() {
  if (is_aligned_) write_aligned();
  return output_.flush();
}

}  // namespace symkit::symstore
