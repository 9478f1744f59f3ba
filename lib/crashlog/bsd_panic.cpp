// Panics of FreeBSD, and the stacks of illumos' pstack and mdb:
//   db_trace_self_wrapper() at db_trace_self_wrapper+0x2b/frame 0xfffffe0123456780
//   #3 0xffffffff80c1234f at kern_reboot+0x447
//    libc.so.1`_lwp_kill+0xa()
// Name and offset are looked up: in FreeBSD's file "kernel", or in the module that illumos names. As unwound;
// FreeBSD's are all return addresses.
#include <array>

#include "crashlog/formats.h"
#include "crashlog/frame_text.h"
#include "crashlog/symbol_place.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view bsd_kernel = "kernel";

bool is_plain(std::string_view name) {
  return !name.empty() && name.find_first_of(" \t()[]<>\"'`,;=/") == std::string_view::npos;
}

class BsdPanic : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 3> all = {"/frame 0x", " at 0x", "+0x"};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    const bool found = read_debugger(line, start, frame) || read_numbered(line, start, frame) ||
                       read_illumos(line, start, frame);
    return found ? Found::Frame : Found::Nothing;
  }

 private:
  static bool take(std::string_view text, std::size_t end, Frame& frame) {
    const auto place = read_symbol_offset(text);
    if (!place || !is_plain(place->symbol)) return false;
    frame.symbol = place->symbol;
    frame.symbol_offset = usable(place->offset, frame);
    if (frame.address_text.empty()) frame.address_text = text;
    frame.replaced = {end, end};
    frame.address_of = AddressOf::Return;
    frame.stands_alone = true;
    return true;
  }

  // "f() at f+0x2b/frame 0xfffffe01": both names are one.
  static bool read_debugger(std::string_view line, std::size_t start, Frame& frame) {
    const std::size_t stack = line.find("/frame 0x", start);
    const std::size_t called = line.find("() at ", start);
    if (stack == std::string_view::npos || called == std::string_view::npos || called + 6 > stack)
      return false;
    const std::string_view text = line.substr(called + 6, stack - called - 6);
    Scanner at(line, stack + 7);
    if (!at.prefixed_hex() || !trimmed(at.rest()).empty()) return false;
    frame.image.name = bsd_kernel;
    return take(text, at.position(), frame) && line.substr(start, called - start).ends_with(frame.symbol);
  }

  // "#3 0xffffffff80c1234f at kern_reboot+0x447"
  static bool read_numbered(std::string_view line, std::size_t start, Frame& frame) {
    const auto number_at = find_numbered_frame(line, start);
    if (!number_at) return false;
    Scanner at(line, *number_at);
    const auto number = numbered_frame(at);
    const std::size_t from = at.position();
    const auto address = at.prefixed_hex();
    if (!number || !address || address->digits != 16 || address->value >> 63 == 0) return false;
    frame.address_text = at.since(from);
    if (!at.literal(" at ")) return false;
    const std::string_view text = trimmed(at.rest());
    frame.image.name = bsd_kernel;
    take_number(*number, frame);
    frame.runtime_address = address->value;
    return take(text, at.position() + text.size(), frame);
  }

  // " libc.so.1`_lwp_kill+0xa()"
  static bool read_illumos(std::string_view line, std::size_t start, Frame& frame) {
    const std::size_t quote = line.find('`', start);
    if (quote == std::string_view::npos) return false;
    const std::string_view module = trimmed(line.substr(start, quote - start));
    const std::string_view text = trimmed(line.substr(quote + 1));
    const std::string_view group = last_group(text);
    if (!is_plain(module) || group.empty()) return false;
    if (!take(text.substr(0, text.size() - group.size()), quote + 1 + text.size(), frame)) return false;
    frame.image.name = module;
    frame.address_of = AddressOf::Stack;
    return true;
  }
};

}  // namespace

std::unique_ptr<Format> bsd_panic() { return std::make_unique<BsdPanic>(); }

}  // namespace symkit::crashlog
