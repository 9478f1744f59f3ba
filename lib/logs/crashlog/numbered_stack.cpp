// Frames that begin with # and a number and have their function already: sanitizers', gdb's, Chromium's,
// Fuchsia's, Dart's.
//   #1 0x5605333e2ca0 in f(int) /src/a.cc:12:3        #2  f (x=1, y=...) at a.c:12
//   #3 0x7f12 f() [a.cc:1:2]                          #4 0x12 in f (libfoo.so+0x12) (BuildId: 12ab)
#include <algorithm>
#include <array>

#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// "#8", "#8.1" (Fuchsia's inlined calls), "#00", and the blanks after it.
std::optional<std::uint32_t> take_frame_number(std::string_view& text) {
  if (text.size() < 2 || text.front() != '#') return std::nullopt;
  std::string_view rest = text.substr(1);
  const auto number = take_number(rest);
  if (!number) return std::nullopt;
  if (take_word(rest, ".") && !take_number(rest)) return std::nullopt;
  if (rest.empty() || !is_blank(rest.front())) return std::nullopt;
  take_blanks(rest);
  text = rest;
  return number;
}

// "f (x=1, y=...) at a.c:12", "f () from /lib/libc.so.6"
bool take_gdb_tail(std::string_view& text, Frame& frame) {
  for (const std::string_view word : {") at ", ") from "}) {
    if (!text.contains(word)) continue;
    const std::size_t at = text.rfind(word);
    const std::string_view behind = trimmed(text.substr(at + word.size()));
    if (word == ") at " ? !read_place(behind, frame.said) : behind.contains(' ')) continue;
    if (word != ") at ") frame.image.name = last_of_path(behind);
    text = text.substr(0, at + 1);
    return true;
  }
  return false;
}

// gdb writes a blank before the values of the parameters, which do not distinguish functions.
std::string_view without_values(std::string_view text) {
  const std::size_t open = text.find(" (");
  if (open == std::string_view::npos || !text.ends_with(')')) return text;
  const std::string_view name = text.substr(0, open);
  const bool is_name = !name.contains('(') || name.ends_with(')');
  return is_name ? name : text;
}

// "f() [a.cc:1:2]"; Dart's "f (package:shop/a.dart:1:2)"
void take_bracketed_place(std::string_view& text, Said& said) {
  const bool is_dart = text.ends_with(')') && text.contains(".dart:");
  if (!is_dart && !text.ends_with(']')) return;
  const std::size_t open = last_word(text, is_dart ? " (" : " [");
  if (open == std::string_view::npos) return;
  if (read_place(text.substr(open + 2, text.size() - open - 3), said)) text = trimmed(text.substr(0, open));
}

bool is_unknown(std::string_view function) {
  constexpr std::array<std::string_view, 8> all = {"",       "<unknown>", "n/a",       "??",
                                                   "<null>", "(Unknown)", "(unknown)", "<unavailable>"};
  return std::ranges::find(all, function) != all.end() ||
         (function.starts_with("??") && function.ends_with("()"));
}

// Some printers write the image's path instead of a name, or a number, which is not a function's name.
void take_function(std::string_view text, Frame& frame) {
  take_word(text, "- ");
  take_word(text, "at ");
  text = without_offset(text);
  if (text.starts_with('/')) frame.image.name = last_of_path(text);
  if (text.starts_with('/') || (!text.empty() && is_digit(text.front()))) return;
  if (!is_unknown(text)) frame.said.function = text;
}

// OpenFOAM's 'Foam::multiply(…) at ??:?', '"main" in ~/bin/solver', '? in "/lib/libc.so.6"'
bool take_openfoam(std::string_view text, Frame& frame) {
  constexpr std::string_view nowhere = " at ??:?";
  if (text.ends_with(nowhere)) {
    text.remove_suffix(nowhere.size());
  } else {
    const std::size_t in = text.rfind(" in ");
    if (in == std::string_view::npos) return false;
    std::string_view image = trimmed(text.substr(in + 4));
    if (image.contains(' ') || !image.contains('/')) return false;
    if (image.ends_with('"')) image.remove_suffix(1);
    frame.image.name = last_of_path(image);
    text = trimmed(text.substr(0, in));
  }
  if (text.size() > 2 && text.starts_with('"') && text.ends_with('"')) text = text.substr(1, text.size() - 2);
  if (text != "?") frame.said.function = text;
  return true;
}

// Fuchsia's "… <kiosk>+0xcde sp 0x7f12" without its end.
std::string_view without_stack_pointer(std::string_view text) {
  constexpr std::size_t longest = 24;
  const std::size_t from = text.size() - std::min(text.size(), longest);
  const std::size_t mark = text.substr(from).find(" sp 0x");
  return mark == std::string_view::npos ? text : text.substr(0, from + mark);
}

bool read_frame(std::string_view text, Frame& frame) {
  frame.number = take_frame_number(text);
  if (!frame.number) return false;
  text = without_stack_pointer(text);
  if (!text.starts_with("0x") && take_openfoam(text, frame)) return true;
  const bool has_address = !take_address(text).empty();
  take_blanks(text);
  const bool has_in = take_word(text, "in ") || text == "in";
  if (has_in && text == "in") return true;
  const bool of_gdb = take_gdb_tail(text, frame);
  const bool has_module = !of_gdb && take_module(text, frame);
  const bool has_place = !of_gdb && take_place(text, frame.said);
  take_bracketed_place(text, frame.said);
  if (has_in && !has_place && !of_gdb && text.contains('/') && read_place(text, frame.said)) return true;
  const bool is_placed = of_gdb || has_module || has_place || !frame.said.file.empty();
  // "#413 INITED cov: 987": a counter.
  if (!has_address && !is_placed && !text.ends_with(')')) return false;
  take_function(
      of_gdb || !(has_module || has_place || !frame.said.file.empty()) ? without_values(text) : text, frame);
  return true;
}

class NumberedStack : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    return read_frame(trimmed(line.substr(start)), frame) ? Found::Named : Found::Nothing;
  }
};

}  // namespace

std::unique_ptr<Format> numbered_stack() { return std::make_unique<NumberedStack>(); }

}  // namespace symkit::crashlog
