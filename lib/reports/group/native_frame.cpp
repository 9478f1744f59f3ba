// Frames of native code without a # before their number: glog, Apple, Rust, Valgrind, glibc, lldb.
#include <algorithm>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "reports/group/frame_readers.h"
#include "reports/group/line_parts.h"

namespace symkit::group {
namespace {

std::optional<FrameText> named(std::string_view function, FrameText frame = {}) {
  take_offset_off(function);
  if (function == "(unknown)" || function == "<unavailable>" || function == "???" || function == "<unknown>")
    function = {};
  frame.function = function;
  return frame;
}

// "@     0x5605333e2ca0  absl::log_internal::LogMessage::SendToLog()"
std::optional<FrameText> read_glog(std::string_view text) {
  take_blanks(text);
  take_word(text, "PC: @");
  take_blanks(text);
  if (take_address(text).empty()) return std::nullopt;
  take_blanks(text);
  FrameText frame;
  take_module(text, frame);
  return named(text, frame);
}

// "by 0x10915F: main (shop.c:12)", "at 0x4C2FB0F: malloc (in /usr/lib/vgpreload.so)"
std::optional<FrameText> read_valgrind(std::string_view text) {
  std::string_view address = text.substr(0, text.find(": "));
  if (address.size() + 2 > text.size()) return std::nullopt;
  text.remove_prefix(address.size() + 2);
  if (take_address(address).empty() || !address.empty()) return std::nullopt;
  FrameText frame;
  const std::size_t open = text.rfind(" (");
  if (open == std::string_view::npos || !text.ends_with(')')) return named(text, frame);
  std::string_view inside = text.substr(open + 2, text.size() - open - 3);
  if (take_word(inside, "in ")) {
    frame.image = last_of_path(inside);
  } else if (!read_place(inside, frame)) {
    return named(text, frame);
  }
  return named(text.substr(0, open), frame);
}

// Behind the number: "App   0x000104c8 f (in App) (a.c:1)", "libfoo.dylib 0x1 f + 12", "App 0x1 0x0 + 99"
std::optional<FrameText> read_apple(std::string_view text, std::uint32_t number) {
  const std::size_t at = text.find("0x");
  if (at == std::string_view::npos || at == 0 || (text[at - 1] != ' ' && text[at - 1] != '\t'))
    return std::nullopt;
  FrameText frame{.image = trimmed(text.substr(0, at)), .number = number};
  if (frame.image.find_first_of(":([") != std::string_view::npos) return std::nullopt;
  if (frame.image == "???") frame.image = {};
  text.remove_prefix(at);
  if (take_address(text).size() < 6) return std::nullopt;
  take_blanks(text);
  if (text.starts_with("0x")) {  // the image's beginning: nothing is known but the offset
    const std::size_t plus = text.find(" + ");
    if (plus != std::string_view::npos && !frame.image.empty()) frame.offset = text.substr(plus + 3);
    return frame;
  }
  if (const std::size_t in = text.rfind(" (in "); in != std::string_view::npos) {
    std::string_view behind = text.substr(in);
    const std::size_t open = behind.rfind('(');
    if (open != 1 && behind.ends_with(')'))
      read_place(behind.substr(open + 1, behind.size() - open - 2), frame);
    return named(text.substr(0, in), frame);
  }
  if (text.ends_with(')')) {  // Xcode's form: "f + 12 (a.swift:3)"
    const std::size_t open = text.rfind(" (");
    if (open != std::string_view::npos && read_place(text.substr(open + 2, text.size() - open - 3), frame))
      text = text.substr(0, open);
  }
  return named(text, frame);
}

// Swift's own: "[ra] [inlined] 0x55e4 f() + 12 in App at /src/a.swift:3:4", behind the number.
std::optional<FrameText> read_swift(std::string_view text, std::uint32_t number) {
  bool is_marked = false;
  while (text.starts_with('[')) {
    if (!take_before(text, "]")) return std::nullopt;
    take_blanks(text);
    is_marked = true;
  }
  const bool has_address = take_address(text).size() > 8;
  take_blanks(text);
  FrameText frame{.number = number};
  if (const std::size_t at = text.rfind(" at /"); at != std::string_view::npos) {
    read_place(text.substr(at + 4), frame);
    text = text.substr(0, at);
  } else if (!is_marked || !has_address) {
    return std::nullopt;
  }
  const std::size_t in = text.rfind(" in ");
  if (in == std::string_view::npos) return text.empty() ? std::optional(frame) : std::nullopt;
  frame.image = text.substr(in + 4);
  return named(text.substr(0, in), frame);
}

// Behind "2: ": "core::panicking::panic", "0x55d - std::rt::lang_start"; V8's "0x7f4843814746 f() [d8]".
std::optional<FrameText> read_rust(std::string_view text, std::uint32_t number) {
  FrameText frame{.number = number};
  const bool has_address = !take_address(text).empty();
  take_blanks(text);
  if (has_address) take_word(text, "- ");
  if (has_address && text.ends_with(']')) {  // Node: "f(int) [/usr/bin/node]"
    const std::size_t open = text.rfind('[');
    frame.image = last_of_path(text.substr(open + 1, text.size() - open - 2));
    text = trimmed(text.substr(0, open));
  }
  const bool is_name = !text.empty() && !text.contains(": ") &&
                       (has_address || text.contains("::") || text == "main" || text == "_start" ||
                        text.starts_with("__") || text.starts_with("rust_") || text == "start_thread");
  if (!is_name && !(has_address && text.empty())) return std::nullopt;
  return named(text, frame);
}

// Boost's, behind "0# ": "take() at /src/shop.cpp:9", "take() in ./shop"
std::optional<FrameText> read_boost(std::string_view text, std::uint32_t number) {
  FrameText frame{.number = number};
  if (const std::size_t at = text.rfind(" at ");
      at != std::string_view::npos && read_place(text.substr(at + 4), frame))
    return named(text.substr(0, at), frame);
  const std::size_t in = text.rfind(" in ");
  if (in == std::string_view::npos || text.starts_with("0x")) return std::nullopt;
  frame.image = last_of_path(trimmed(text.substr(in + 4)));
  return named(text.substr(0, in), frame);
}

// "at src/main.rs:4:5": the place of the frame in the line before.
std::optional<FrameText> read_rust_place(std::string_view text) {
  FrameText frame{.completes_last = true};
  if (text.contains('(') || !read_place(text, frame)) return std::nullopt;
  return frame;
}

// "/usr/bin/app(_Z3foov+0x12) [0x7f01]", "libc.so.6(+0x29d90)[0x7f02]"
std::optional<FrameText> read_glibc(std::string_view text) {
  if (!text.ends_with(']')) return std::nullopt;
  const std::size_t bracket = text.rfind("[0x");
  if (bracket == std::string_view::npos) return std::nullopt;
  const std::string_view before = trimmed(text.substr(0, bracket));
  if (!before.ends_with(')')) return std::nullopt;
  const std::size_t open = open_of_last(before);
  if (open == std::string_view::npos || open == 0) return std::nullopt;
  const std::string_view inside = before.substr(open + 1, before.size() - open - 2);
  const std::size_t plus = inside.rfind('+');
  if (plus == std::string_view::npos && !inside.empty()) return std::nullopt;
  FrameText frame{.image = last_of_path(before.substr(0, open))};
  if (frame.image.empty() || frame.image.contains(' ')) return std::nullopt;
  frame.function = inside.substr(0, std::min(plus, inside.size()));
  if (frame.function.empty() && plus != std::string_view::npos) frame.offset = inside.substr(plus + 1);
  return frame;
}

// Behind "frame #3: ": "0x0001 App`f(int) + 12 at a.c:3:4"
std::optional<FrameText> read_lldb(std::string_view text) {
  if (!text.starts_with("frame #")) return std::nullopt;
  FrameText frame;
  text.remove_prefix(7);
  frame.number = take_number(text);
  if (!frame.number || !take_word(text, ": ")) return std::nullopt;
  if (take_address(text).empty()) return std::nullopt;
  take_blanks(text);
  const auto image = take_before(text, "`");
  if (!image) return std::nullopt;
  frame.image = *image;
  if (const std::size_t at = text.rfind(" at "); at != std::string_view::npos)
    if (read_place(text.substr(at + 4), frame)) text = text.substr(0, at);
  return named(text, frame);
}

// Java's machine: "C  [libshop.so+0x1139]  take+0x9", "V  [libjvm.so+0x8a]  f(int)+0x39c", "j a.b.C.m(I)I+0",
// "J 12 c2 a.b.C.m(I)I (30 bytes) @ 0x…"
std::optional<FrameText> read_hotspot(std::string_view text) {
  if (text.size() < 4 || text[1] != ' ') return std::nullopt;
  const char kind = text.front();
  if (kind == 'j' || kind == 'J') {
    const std::string_view call = text.substr(0, std::min(text.find('('), text.size()));
    const std::size_t blank = call.rfind(' ');
    if (call.size() == text.size() || !call.substr(blank).contains('.')) return std::nullopt;
    return FrameText{.function = call.substr(blank + 1)};
  }
  std::string_view rest = trimmed(text.substr(1));
  if ((kind != 'C' && kind != 'V') || !take_word(rest, "[")) return std::nullopt;
  const auto place = take_before(rest, "]");
  if (!place || trimmed(rest).empty()) return std::nullopt;
  return named(trimmed(rest), {.image = place->substr(0, place->rfind('+'))});
}

}  // namespace

std::optional<FrameText> read_native_frame(std::string_view text, const FrameContext& context) {
  if (text.empty()) return std::nullopt;
  if (context.in_stack)
    if (const auto frame = read_hotspot(text)) return frame;
  if (take_word(text, "@ ")) return read_glog(text);
  if (is_digit(text.front())) {
    std::string_view rest = text;
    const auto number = take_number(rest);
    if (number && take_word(rest, "# ")) return read_boost(trimmed(rest), *number);
    if (number && take_word(rest, ": "))
      return context.in_stack || context.indented ? read_rust(trimmed(rest), *number) : std::nullopt;
    if (number && !rest.empty() && (rest.front() == ' ' || rest.front() == '\t')) {
      if (const auto frame = read_apple(trimmed(rest), *number)) return frame;
      return read_swift(trimmed(rest), *number);
    }
  }
  if (text.starts_with("at 0x") || text.starts_with("by 0x")) return read_valgrind(text.substr(3));
  if (context.in_stack && text.starts_with("at ")) {
    if (const auto place = read_rust_place(text.substr(3))) return place;
  }
  if (take_word(text, "* ")) take_blanks(text);
  if (text.starts_with("frame #")) return read_lldb(text);
  return text.ends_with(']') ? read_glibc(text) : std::nullopt;
}

}  // namespace symkit::group
