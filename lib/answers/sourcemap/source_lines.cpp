#include "answers/sourcemap/source_lines.h"

#include <algorithm>

#include "ground/print/source_line.h"

namespace symkit::sourcemap {
namespace {

constexpr std::size_t most_texts = 64;

// Complete lines of minified sources are of no use.
constexpr std::size_t longest_line = 240;

// Does not cut a character.
std::string_view shortened(std::string_view line) {
  std::size_t size = std::min(line.size(), longest_line);
  while (size < line.size() && size > 0 && (static_cast<unsigned char>(line[size]) & 0xc0) == 0x80) --size;
  return line.substr(0, size);
}

}  // namespace

const OriginalText* SourceLines::text_of(const Original& original) {
  const auto key = std::make_pair(original.map, original.source_number);
  if (const auto known = texts_.find(key); known != texts_.end()) return known->second.get();
  if (texts_.size() == most_texts) texts_.clear();
  auto& text = texts_[key];
  if (auto content = original.map->content(original.source_number))
    text = std::make_unique<OriginalText>(std::move(*content));
  return text.get();
}

void SourceLines::append(std::string& out, const Original& original) {
  if (count_ == 0) return;
  const OriginalText* text = text_of(original);
  if (text == nullptr || original.line > text->line_count()) return;
  const auto [first, last, width] = print::lines_round(original.line, count_, text->line_count());
  for (std::size_t number = first; number <= last; ++number) {
    const std::string_view line = text->line(static_cast<std::uint32_t>(number - 1));
    const print::SourceLine shown{number, width, number == original.line, shortened(line)};
    print::append_source_line(out, shown);
    const std::size_t column = bytes_of_units(line, original.column - 1);
    if (shown.is_the_one && column < longest_line) print::append_caret(out, shown, line.substr(0, column));
  }
}

}  // namespace symkit::sourcemap
