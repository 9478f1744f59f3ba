// Frames as Windows' debuggers, Chromium on Windows and minidump readers write them.
#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "reports/group/frame_readers.h"
#include "reports/group/line_parts.h"

namespace symkit::group {
namespace {

bool is_debuggers_address(std::string_view word) {
  if (word.size() != 8 && word.size() != 17) return false;
  for (const char c : word)
    if (!is_hex_digit(c) && c != '`') return false;
  return true;
}

std::optional<FrameText> from_symbol(std::string_view symbol) {
  FrameText frame;
  if (const std::size_t open = symbol.find(" ["); open != std::string_view::npos && symbol.ends_with(']')) {
    std::string_view place = symbol.substr(open + 2, symbol.size() - open - 3);
    if (const auto file = take_before(place, " @ ")) {  // "[a.cpp @ 12]"
      frame.file = *file;
      frame.line = take_number(place).value_or(0);
    } else if (const auto named = take_before(place, " : ")) {  // "[a.cc : 12 + 0x4]"
      frame.file = *named;
      frame.line = take_number(place).value_or(0);
    }
    symbol = trimmed(symbol.substr(0, open));
  }
  const std::size_t mark = symbol.find('!');
  if (mark == std::string_view::npos || mark == 0 || symbol.substr(0, mark).contains(' '))
    return std::nullopt;
  frame.image = symbol.substr(0, mark);
  symbol.remove_prefix(mark + 1);
  take_offset_off(symbol);
  frame.function = symbol;
  return frame;
}

// Columns of addresses, then "MODULE!NAME+0x46"; kb puts ": " before that where addresses are wide.
std::optional<FrameText> read_debugger(std::string_view text) {
  std::size_t addresses = 0;
  while (true) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (!is_debuggers_address(word) && word != ":") break;
    addresses += word == ":" ? 0 : 1;
    text.remove_prefix(word.size());
    take_blanks(text);
  }
  if (addresses < 2 || text.empty()) return std::nullopt;
  if (auto frame = from_symbol(text)) return frame;
  if (take_address(text).empty() || !text.empty()) return std::nullopt;
  return FrameText{.image = "<unknown module>"};
}

// "logging::LogMessage::~LogMessage [0x61B0EB84+292] (base\logging.cc:524)"
std::optional<FrameText> read_chromium(std::string_view text) {
  const std::size_t open = text.find(" [0x");
  if (open == std::string_view::npos) return std::nullopt;
  std::string_view behind = text.substr(open + 2);
  if (take_address(behind).empty() || !take_word(behind, "+")) return std::nullopt;
  if (!take_number(behind) || !take_word(behind, "]")) return std::nullopt;
  FrameText frame{.function = text.substr(0, open)};
  behind = trimmed(behind);
  if (behind.starts_with('(') && behind.ends_with(')'))
    read_place(behind.substr(1, behind.size() - 2), frame);
  return frame;
}

// " 0  libfoo.so!f(int) [a.cc : 4 + 0x1]", " 3  libc.so.6 + 0x2a1"
std::optional<FrameText> read_minidump(std::string_view text) {
  const auto number = take_number(text);
  if (!number || !text.starts_with("  ")) return std::nullopt;
  take_blanks(text);
  auto frame = from_symbol(text);
  if (!frame) {
    const std::size_t plus = text.find(" + 0x");
    if (plus == std::string_view::npos || plus == 0 || text.substr(0, plus).contains(' '))
      return std::nullopt;
    frame = FrameText{.image = text.substr(0, plus), .offset = text.substr(plus + 3)};
  }
  frame->number = number;
  return frame;
}

}  // namespace

std::optional<FrameText> read_windows_frame(std::string_view text) {
  if (text.size() < 6) return std::nullopt;
  const bool has_mark = text.contains('!') || text.contains("  0x") || text.contains(": 0x");
  if (is_hex_digit(text.front()) && text.contains(' ')) {
    if (has_mark || text.contains(" 0x"))
      if (auto frame = read_debugger(text)) return frame;
    if (is_digit(text.front())) return read_minidump(text);
  }
  return read_chromium(text);
}

}  // namespace symkit::group
