#include "smapresolve/source_lines.h"

#include <algorithm>

namespace symkit::smapresolve {
namespace {

constexpr std::size_t most_texts = 64;

// Lines of minified sources are no use to anybody whole.
constexpr std::size_t longest_line = 240;

void append_line(std::string& out, std::size_t number, std::size_t width, bool is_the_line,
                 std::string_view text) {
  const std::string digits = std::to_string(number);
  out += is_the_line ? "    > " : "      ";
  out.append(width - std::min(width, digits.size()), ' ');
  out += digits;
  out += " | ";
  out += text.substr(0, longest_line);
  out += '\n';
}

// Tabs stay tabs, so that the caret stands where it should on every terminal.
void append_caret(std::string& out, std::size_t width, std::string_view before) {
  out.append(6 + width, ' ');
  out += " | ";
  for (const char c : before)
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) out += c == '\t' ? '\t' : ' ';
  out += "^\n";
}

}  // namespace

const sourcemap::OriginalText* SourceLines::text_of(const sourcemap::Original& original) {
  const auto key = std::make_pair(original.map, original.source_number);
  if (const auto known = texts_.find(key); known != texts_.end()) return known->second.get();
  if (texts_.size() == most_texts) texts_.clear();
  auto& text = texts_[key];
  if (auto content = original.map->content(original.source_number))
    text = std::make_unique<sourcemap::OriginalText>(std::move(*content));
  return text.get();
}

void SourceLines::append(std::string& out, const sourcemap::Original& original) {
  if (count_ == 0) return;
  const sourcemap::OriginalText* text = text_of(original);
  if (text == nullptr || original.line > text->line_count()) return;
  const std::size_t before = (count_ - 1) / 2;
  const std::size_t first = original.line > before ? original.line - before : 1;
  const std::size_t last = std::min(text->line_count(), first + count_ - 1);
  const std::size_t width = std::to_string(last).size();
  for (std::size_t number = first; number <= last; ++number) {
    const std::string_view line = text->line(static_cast<std::uint32_t>(number - 1));
    append_line(out, number, width, number == original.line, line);
    const std::size_t column = sourcemap::bytes_of_units(line, original.column - 1);
    if (number == original.line && column < longest_line) append_caret(out, width, line.substr(0, column));
  }
}

}  // namespace symkit::smapresolve
