// Frames that begin with a # and their number: sanitizers, gdb, Android, Chromium, Fuchsia.
#include <algorithm>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "reports/group/frame_readers.h"
#include "reports/group/line_parts.h"

namespace symkit::group {
namespace {

// "#8", "#8.1" (Fuchsia's inlined calls), "#00", and the blanks behind.
std::optional<std::uint32_t> take_frame_number(std::string_view& text) {
  if (text.size() < 2 || text.front() != '#') return std::nullopt;
  std::string_view rest = text.substr(1);
  const auto number = take_number(rest);
  if (!number) return std::nullopt;
  if (take_word(rest, ".") && !take_number(rest)) return std::nullopt;
  if (rest.empty() || (rest.front() != ' ' && rest.front() != '\t')) return std::nullopt;
  take_blanks(rest);
  text = rest;
  return number;
}

// "f (x=1, y=...) at a.c:12", "f () from /lib/libc.so.6"
bool take_gdb_tail(std::string_view& text, FrameText& frame) {
  for (const std::string_view word : {") at ", ") from "}) {
    if (!text.contains(word)) continue;
    const std::size_t at = text.rfind(word);
    const std::string_view behind = trimmed(text.substr(at + word.size()));
    if (word == ") at " ? !read_place(behind, frame) : behind.contains(' ')) continue;
    if (word != ") at ") frame.image = last_of_path(behind);
    text = text.substr(0, at + 1);
    return true;
  }
  return false;
}

// gdb puts a blank before the values of the parameters, of which nothing tells the function.
std::string_view without_values(std::string_view text) {
  const std::size_t open = text.find(" (");
  if (open == std::string_view::npos || !text.ends_with(')')) return text;
  const std::string_view name = text.substr(0, open);
  const bool is_name = !name.contains('(') || name.ends_with(')');
  return is_name ? name : text;
}

// "f() [a.cc:1:2]"; Dart's "f (package:shop/a.dart:1:2)"
void take_bracketed_place(std::string_view& text, FrameText& frame) {
  const bool is_dart = text.ends_with(')') && text.contains(".dart:");
  if (!is_dart && !text.ends_with(']')) return;
  const std::size_t open = last_word(text, is_dart ? " (" : " [");
  if (open == std::string_view::npos) return;
  if (read_place(text.substr(open + 2, text.size() - open - 3), frame)) text = trimmed(text.substr(0, open));
}

// "f (in lib.so) (a.cc:1)", as symlookup and atos write; "f (in lib.so) + 12"
bool take_atos_tail(std::string_view& text, FrameText& frame) {
  const std::size_t in = last_word(text, " (in ");
  if (in == std::string_view::npos) return false;
  std::string_view behind = text.substr(in + 5);
  const auto image = take_before(behind, ")");
  if (!image) return false;
  frame.image = *image;
  const std::size_t open = behind.rfind('(');
  if (open != std::string_view::npos && behind.ends_with(')'))
    read_place(behind.substr(open + 1, behind.size() - open - 2), frame);
  text = trimmed(text.substr(0, in));
  return true;
}

bool is_unknown(std::string_view function) {
  return function.empty() || function == "<unknown>" || function == "n/a" || function == "??" ||
         function == "<null>" || function == "(Unknown)" || function == "(unknown)" ||
         (function.starts_with("??") && function.ends_with("()")) || function == "<unavailable>";
}

// What some printers have in the place of a name: the image's path, or a number. No function is called so.
void take_function(std::string_view text, FrameText& frame) {
  take_word(text, "- ");
  take_word(text, "at ");
  take_offset_off(text);
  if (text.starts_with('/')) frame.image = last_of_path(text);
  if (text.starts_with('/') || (!text.empty() && is_digit(text.front()))) return;
  if (!is_unknown(text)) frame.function = text;
}

// "0x118bc" for "00000000000118bc", as all other places are written; until the next is asked for.
std::string_view plain_offset(std::string_view digits) {
  static thread_local std::string kept;
  take_word(digits, "0x");
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return {};
  kept = say("0x", digits);
  return kept;
}

// Behind "pc 0000a1b2": "/system/lib/libc.so (abort+8) (BuildId: …)", or what symlookup has put there.
FrameText read_android(std::string_view text, FrameText frame) {
  frame.offset = plain_offset(take_address(text));
  take_blanks(text);
  if (take_atos_tail(text, frame)) {
    take_function(text, frame);
    return frame;
  }
  const std::size_t build = text.find(" (BuildId:");
  if (build != std::string_view::npos) frame.build_id = build_id_in(text.substr(build + 1));
  text = trimmed(text.substr(0, build));
  std::string_view path = text;
  if (const std::size_t open = text.find(" ("); open != std::string_view::npos) {
    path = text.substr(0, open);
    std::string_view inside = text.substr(open + 2);
    // "(offset 0x1000) (f+4)": where in an APK
    if (inside.starts_with("offset 0x")) inside = take_before(inside, " (") ? inside : std::string_view();
    if (inside.ends_with(')')) take_function(trimmed(inside.substr(0, inside.size() - 1)), frame);
  }
  frame.image = last_of_path(path);
  return frame;
}

// PHP's "/app/shop.php(5): Till->take(7)": the place is that of the call.
bool read_php(std::string_view text, FrameText& frame) {
  const std::size_t mark = text.find(".php(");
  if (mark == std::string_view::npos) return false;
  std::string_view rest = text.substr(mark + 5);
  const auto line = take_number(rest);
  if (!line || !take_word(rest, "): ") || !rest.ends_with(')')) return false;
  frame.function = rest.substr(0, rest.find('('));
  frame.file = text.substr(0, mark + 4);
  frame.line = *line;
  return true;
}

}  // namespace

std::optional<FrameText> read_numbered_frame(std::string_view text) {
  FrameText frame;
  frame.number = take_frame_number(text);
  if (!frame.number) return std::nullopt;
  if (take_word(text, "pc ")) return read_android(text, frame);
  if (read_php(text, frame)) return frame;
  if (text.starts_with("[<") && take_before(text, ">]")) {  // Linux as a library
    take_blanks(text);
    take_function(text, frame);
    return frame;
  }
  const bool has_address = !take_address(text).empty();
  take_blanks(text);
  const bool has_in = take_word(text, "in ") || text == "in";
  if (has_in && text == "in") return frame;
  if (take_atos_tail(text, frame)) {
    take_function(text, frame);
    return frame;
  }
  const bool of_gdb = take_gdb_tail(text, frame);
  const bool has_module = !of_gdb && take_module(text, frame);
  const bool has_place = !of_gdb && take_place(text, frame);
  take_bracketed_place(text, frame);
  if (has_in && !has_place && !of_gdb && text.contains('/') && read_place(text, frame)) return frame;
  if (of_gdb || (!has_module && !has_place && frame.file.empty())) text = without_values(text);
  // "#413 INITED cov: 987": a counter.
  if (!has_address && !has_module && !has_place && !of_gdb && frame.file.empty() && !text.ends_with(')'))
    return std::nullopt;
  take_function(text, frame);
  return frame;
}

}  // namespace symkit::group
