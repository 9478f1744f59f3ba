// What glibc's backtrace_symbols and backtrace_symbols_fd print, and programs that print like them:
//   /lib/x86_64-linux-gnu/libc.so.6(__libc_start_main+0x8b)[0x7f294aa2a28b]
//   ./server(+0x1a2b) [0x55d0c1a2ba2b]          relative to the file
//   ./prog() [0x401136]                         not position-independent: an address of the file
// All of them return addresses, but the one that a signal interrupted. The description comes behind the
// address.
#include <array>

#include "crashlog/formats.h"
#include "crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// Programs number the lines: "#1 ", "3: ", "[2] ", "[bt] ".
std::size_t behind_number(std::string_view line, std::size_t start) {
  Scanner at(line, start);
  at.blanks();
  const std::size_t from = at.position();
  if (at.literal('[')) {
    if (const auto inside = at.until(']');
        inside && inside->size() <= 8 && at.literal(']') && at.blanks() > 0)
      return behind_number(line, at.position());
  } else {
    at.literal('#');
    if (at.decimal()) {
      at.literal(':');
      at.literal(')');
      if (at.blanks() > 0) return at.position();
    }
  }
  return from;
}

class GlibcBacktrace : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 1> all = {"[0x"};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = line;
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    const std::size_t bracket = text.rfind("[0x");
    if (bracket == std::string_view::npos || bracket < start || !text.ends_with(']')) return Found::Nothing;
    Scanner at(text, bracket + 1);
    const auto address = at.prefixed_hex();
    frame.address_text = at.since(bracket + 1);
    if (!address || !at.literal(']') || !at.at_end()) return Found::Nothing;
    const std::size_t path_from = behind_number(line, start);
    if (path_from >= bracket) return Found::Nothing;
    if (!read_place(trimmed(line.substr(path_from, bracket - path_from)), *address, frame))
      return Found::Nothing;
    frame.replaced = {text.size(), text.size()};
    frame.address_of = AddressOf::Return;
    frame.stands_alone = true;
    return Found::Frame;
  }

 private:
  // "path(symbol+0x12)", "path(+0x12)", "path()", "path".
  static bool read_place(std::string_view place, const Number& address, Frame& frame) {
    const std::string_view group = last_group(place);
    const std::string_view path = trimmed(place.substr(0, place.size() - group.size()));
    const std::string_view inside = group.empty() ? group : group.substr(1, group.size() - 2);
    if (!looks_like_path(path, !group.empty())) return false;
    take_mapped_path(path, frame);
    const auto absolute = usable(address, frame);
    const std::size_t plus = inside.rfind("+0x");
    if (plus == std::string_view::npos) {
      if (!inside.empty()) return false;
      frame.file_address = absolute;
      return true;
    }
    Scanner at(inside, plus + 1);
    const auto offset = at.prefixed_hex();
    if (!offset || !at.at_end()) return false;
    if (plus == 0) {
      frame.file_address = usable(*offset, frame);
      frame.runtime_address = absolute;
    } else {
      frame.symbol = inside.substr(0, plus);
      frame.symbol_offset = usable(*offset, frame);
      frame.runtime_address = absolute;
    }
    return true;
  }

  // A path, and not some sentence that ends in "[0x12]".
  static bool looks_like_path(std::string_view path, bool has_group) {
    if (path.empty() || path.ends_with(':') || path.ends_with('=') || path.contains(": ")) return false;
    return path.contains('/') || (has_group && !path.contains(' '));
  }
};

}  // namespace

std::unique_ptr<Format> glibc_backtrace() { return std::make_unique<GlibcBacktrace>(); }

}  // namespace symkit::crashlog
