// Frames with names in the columns of Windows' debuggers, without an offset or with a place:
//   fffff880`009f6578 fffff800`02bc76d2 : 00000000`00000008 … : nt!DbgBreakPointWithStatus
//   0915b084 6eefc617 00000000 ledger!total+0x46 [ledger.cpp @ 12]
// and in those of the Unreal Engine on Windows, with a place:
//   Kiosk_Core!FTill::Open() [D:\build\Till.cpp:12]
#include <algorithm>

#include "ground/base/characters.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/scanner.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

bool is_debuggers_address(std::string_view word) {
  return (word.size() == 8 || word.size() == 17) &&
         std::ranges::all_of(word, [](char c) { return is_hex_digit(c) || c == '`'; });
}

bool read_symbol(std::string_view symbol, Frame& frame) {
  if (const std::size_t open = symbol.find(" ["); open != std::string_view::npos && symbol.ends_with(']')) {
    std::string_view place = symbol.substr(open + 2, symbol.size() - open - 3);
    if (const auto file = take_before(place, " @ ")) {
      frame.said.file = *file;
      frame.said.line = take_number(place).value_or(0);
    }
    symbol = trimmed(symbol.substr(0, open));
  }
  const auto image = take_before(symbol, "!");
  if (!image || image->empty() || image->contains(' ')) return false;
  frame.image.name = *image;
  take_function(symbol, frame.said);
  return true;
}

// "Kiosk_Core!FTill::Open() [D:\build\Till.cpp:12]"
bool read_unreals(std::string_view text, Frame& frame) {
  const std::size_t open = text.rfind(" [");
  if (open == std::string_view::npos || !text.ends_with(']')) return false;
  if (!read_place(text.substr(open + 2, text.size() - open - 3), frame.said)) return false;
  const std::string_view symbol = trimmed(text.substr(0, open));
  return symbol.ends_with(')') && read_symbol(symbol, frame);
}

class WindowsNames : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    if (read_unreals(text, frame)) return Found::Named;
    std::size_t addresses = 0;
    while (true) {
      const std::string_view word = text.substr(0, text.find(' '));
      if (!is_debuggers_address(word) && word != ":") break;
      addresses += word == ":" ? 0 : 1;
      text.remove_prefix(word.size());
      take_blanks(text);
    }
    return addresses >= 2 && read_symbol(text, frame) ? Found::Named : Found::Nothing;
  }
};

}  // namespace

std::unique_ptr<Format> windows_names() { return std::make_unique<WindowsNames>(); }

}  // namespace symkit::crashlog
