// Lines of glibc's backtrace_symbols to which the program has added the place that it looked up itself:
//   /usr/lib/libruby.so.3.1(rb_vm_bugreport+0x5f0) [0x7f29a1b2c3d4] vm_dump.c:1140        Ruby
//   /usr/lib/libruby.so.3.1(rb_vm_call) vm_insnhelper.c:3037                              … of an inlined
//   call [2] /opt/kiosk/godot() [0x401136] (/src/main.cpp:12)                                  Godot
// Seen in kubo/ruby-oci8#172 and lupoglaz/GodotAIGym#18.
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/path_and_symbol.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// " vm_dump.c:1140", " (/src/main.cpp:12)" at the end of the text, which it takes off.
bool take_place_at_end(std::string_view& text, Said& said) {
  const std::size_t blank = text.rfind(' ');
  if (blank == std::string_view::npos) return false;
  std::string_view place = text.substr(blank + 1);
  if (place.starts_with('(') && place.ends_with(')')) place = place.substr(1, place.size() - 2);
  if (!read_place(place, said) || said.line == 0) return false;
  text = trimmed(text.substr(0, blank));
  return true;
}

// "[0x401136]" at the end of the text, which it takes off.
bool take_address_at_end(std::string_view& text, Frame& frame) {
  const std::size_t open = text.rfind('[');
  if (open == std::string_view::npos || !text.ends_with(']')) return false;
  Scanner at(text, open + 1);
  const auto address = prefixed_address(at, frame);
  if (!address || !at.literal(']')) return false;
  frame.file_address = usable(*address, frame);
  text = trimmed(text.substr(0, open));
  return true;
}

// "[2] ", Godot's number.
void take_number_off(std::string_view& text, Frame& frame) {
  std::string_view rest = text;
  if (!take_word(rest, "[")) return;
  const auto number = take_number(rest);
  if (!number || !take_word(rest, "] ")) return;
  frame.number = number;
  text = rest;
}

class PlacedBacktrace : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    if (!text.contains(')') || !take_place_at_end(text, frame.said)) return Found::Nothing;
    const bool has_address = take_address_at_end(text, frame);
    take_number_off(text, frame);
    const std::string_view group = last_group(text);
    const std::string_view path = text.substr(0, text.size() - group.size());
    if (group.empty() || !path.contains('/') || path.contains(' ')) return Found::Nothing;
    const std::string_view name = group.substr(1, group.size() - 2);
    // Without an address only the path of a library tells a frame from other text.
    if (!has_address && (name.empty() || !path.starts_with('/') || !path.contains(".so")))
      return Found::Nothing;
    frame.said.function = without_offset(name);
    frame.image.name = last_of_path(path);
    if (!frame.said.function.empty()) frame.file_address.reset();
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> placed_backtrace() { return std::make_unique<PlacedBacktrace>(); }

}  // namespace symkit::crashlog
