// Stacks of the BSDs' kernels, from their debugger and from their panics:
//   db_trace_self_wrapper() at db_trace_self_wrapper+0x2b/frame 0xfffffe0123456780
//   vpanic() at vpanic+0x13c                          on arm64, and in older releases
//   kassert_panic() at do_el1h_sync+0x30              older ones on arm64: where the function was called
//   vpanic() at netbsd:vpanic+0x171                   NetBSD
//   fp ffffffc2c3402a60 vpanic() at netbsd:vpanic+0x140
//   ip_output(fffffd80012a3400,0,8) at ip_output+0x2d3                       OpenBSD, with what was passed
//   #3 0xffffffff80c1234f at kern_reboot+0x447
//   --- trap 0xc, rip = 0xffffffff80c1234f, rsp = 0xfffffe0123456780, rbp = 0xfffffe01234567f0 ---
// Name and offset are looked up in the file "kernel", NetBSD's in "netbsd", and OpenBSD's in "bsd". All
// are return addresses, except after such a trap line and where the debugger says that it stopped.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/path_and_symbol.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view freebsd_kernel = "kernel";
constexpr std::string_view netbsd_kernel = "netbsd", openbsd_kernel = "bsd";
constexpr std::string_view debugger_mark = "() at ", place_mark = ") at ", netbsd_mark = "netbsd:";
constexpr std::string_view stopped_mark = "Stopped at", stopped_in = "Stopped in pid ";
// The beginning of a line after which the next frame was interrupted.
constexpr std::array<std::string_view, 6> interruptions = {
    "--- trap 0x",         "--- trap (number ",      "--- interrupt",
    "--- exception, esr ", "--- system error, esr ", "--- unhandled exception, esr "};

bool is_plain(std::string_view name) {
  return !name.empty() && first_of<" \t()[]<>\"'`,;=/">(name) == std::string_view::npos;
}

// "kernel: page fault trap, code=0" is OpenBSD's, "fatal page fault in supervisor mode" NetBSD's.
std::optional<Cause> bsds_trap(std::string_view text) {
  const bool is_openbsds = take_word(text, "kernel: ");
  if (!is_openbsds && !take_word(text, "fatal ")) return std::nullopt;
  if (!(is_openbsds ? text.contains(" trap, code=") : text.ends_with(" in supervisor mode")))
    return std::nullopt;
  const bool is_fault = text.starts_with("page fault ");
  Cause made = cause(is_fault ? Knows::Fault : Knows::Error, is_fault ? "kernel page fault" : kernel_panic);
  made.begins = made.from_outside = true;
  return made;
}

// After "panic: …"; a debugger writes the stack once more when it is asked.
std::optional<Cause> bsds_backtrace(std::string_view text) {
  if (begins(text, "end trace frame: 0x")) return Cause{.what = Cause::What::End};
  const bool is_netbsds = begins(text, "cpu") && text.ends_with("egin traceback...");
  if (!is_netbsds && !begins(text, "KDB: stack backtrace:") && text != "Starting stack trace..." &&
      text != "panic: trap" && !begins(text, stopped_mark) && !begins(text, stopped_in))
    return bsds_trap(text);
  Cause made = cause(Knows::Nothing, kernel_panic);
  made.continues = true;
  return made;
}

// What OpenBSD says was passed: "", "fffffd80012a3400,0,8".
bool are_values(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return is_hex_digit(c) || c == ','; });
}

class BsdPanic : public Format {
 public:
  ReadCause causes() const override { return bsds_backtrace; }
  Marks marks() const override { return {debugger_mark, "+0x", stopped_mark}; }
  Marks headings() const override {
    Marks all = {interruptions.begin(), interruptions.end()};
    all.push_back(stopped_in);
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    if (read_interruption(trimmed(line.substr(start)))) return Found::Context;
    if (!read_debugger(line, start, frame) && !read_numbered(line, start, frame)) return Found::Nothing;
    const bool stopped = frame.address_text == std::exchange(stopped_at_, {});
    const bool is_exact = std::exchange(is_interrupted_, false) || stopped;
    frame.address_of = is_exact ? AddressOf::Instruction : AddressOf::Return;
    return Found::Frame;
  }

 private:
  // "--- trap 0xc, rip = …", "Stopped at      kdb_enter+0x3b: movq $0,kdb_why"
  bool read_interruption(std::string_view text) {
    for (const std::string_view one : interruptions)
      if (text.starts_with(one)) return is_interrupted_ = true;
    const std::size_t stopped = std::min(text.find(stopped_mark), text.find(stopped_in));
    const std::size_t at = stopped == std::string_view::npos ? stopped : text.find("at ", stopped);
    if (at == std::string_view::npos) return false;
    std::string_view place = trimmed(text.substr(at + 3));
    take_word(place, netbsd_mark);
    const std::string_view named = place.substr(0, place.find(':'));
    if (!read_symbol_offset(named)) return false;
    stopped_at_ = named;
    return true;
  }

  static bool take(std::string_view text, std::size_t end, Frame& frame) {
    const auto place = read_symbol_offset(text);
    if (!place || !is_plain(place->symbol)) return false;
    frame.symbol = place->symbol;
    frame.symbol_offset = usable(place->offset, frame);
    take_place(text, freebsd_kernel, end, frame);
    return true;
  }

  static void take_place(std::string_view text, std::string_view image, std::size_t end, Frame& frame) {
    frame.address_text = text;
    frame.image.name = image;
    frame.replaced = {end, end};
    frame.stands_alone = true;
  }

  static bool read_debugger(std::string_view line, std::size_t start, Frame& frame) {
    const std::size_t called = line.find(place_mark, start);
    if (called == std::string_view::npos) return false;
    const std::size_t from = called + place_mark.size();
    std::string_view caller = trimmed(line.substr(start, called - start));
    if (take_word(caller, "fp ") && !take_address(caller).empty()) take_blanks(caller);
    const std::size_t open = caller.find('(');
    if (open == std::string_view::npos || !are_values(caller.substr(open + 1))) return false;
    const std::string_view function = caller.substr(0, open);
    if (line.substr(from).starts_with(netbsd_mark))
      return read_netbsd(line, from + netbsd_mark.size(), function, frame);
    if (open + 1 < caller.size()) return read_openbsd(line, from, function, frame);
    return read_freebsd(line, from, function, frame);
  }

  // "f+0x12" or, at its beginning, "f".
  static bool read_netbsd(std::string_view line, std::size_t from, std::string_view function, Frame& frame) {
    const std::string_view text = trimmed(line.substr(from));
    if (text != function) return take_named(text, netbsd_kernel, function, from + text.size(), frame);
    frame.symbol = function;
    frame.symbol_offset = 0;
    take_place(text, netbsd_kernel, from + text.size(), frame);
    return is_plain(text);
  }

  // "f+0x150", and "f+0x150 sys/net/route.c:888" where syzkaller has looked it up.
  static bool read_openbsd(std::string_view line, std::size_t from, std::string_view function, Frame& frame) {
    Scanner at(line, from);
    const std::string_view text = at.word();
    const std::string_view place = trimmed(at.rest());
    return (place.empty() || read_place(place, frame.said)) &&
           take_named(text, openbsd_kernel, function, at.position(), frame);
  }

  static bool take_named(std::string_view text, std::string_view image, std::string_view function,
                         std::size_t end, Frame& frame) {
    if (!take(text, end, frame) || frame.symbol != function) return false;
    frame.image.name = image;
    return true;
  }

  // "f() at f+0x2b/frame 0xfffffe01", "f() at f+0x2b", "f() at g+0x2b". Before a frame's place both names
  // are the same.
  static bool read_freebsd(std::string_view line, std::size_t from, std::string_view function, Frame& frame) {
    const std::string_view behind = trimmed(line.substr(from));
    const std::size_t stack = behind.find("/frame 0x");
    const std::string_view text = behind.substr(0, stack);
    std::size_t end = from + text.size();
    if (stack != std::string_view::npos) {
      Scanner at(line, line.find("/frame 0x", from) + 7);
      if (!at.prefixed_hex() || !trimmed(at.rest()).empty()) return false;
      end = at.position();
    }
    return take(text, end, frame) &&
           (function.ends_with(frame.symbol) || (stack == std::string_view::npos && is_plain(function)));
  }

  // "#3 0xffffffff80c1234f at kern_reboot+0x447"
  static bool read_numbered(std::string_view line, std::size_t start, Frame& frame) {
    const auto number_at = find_numbered_frame(line, start);
    if (!number_at) return false;
    Scanner at(line, *number_at);
    const auto number = numbered_frame(at);
    const std::size_t from = at.position();
    const auto address = at.prefixed_hex();
    if (!number || !address || address->digits != digits_of_address || address->value >> 63 == 0)
      return false;
    const std::string_view address_text = at.since(from);
    if (!at.literal(" at ")) return false;
    const std::string_view text = trimmed(at.rest());
    if (!take(text, at.position() + text.size(), frame)) return false;
    frame.address_text = address_text;
    frame.runtime_address = address->value;
    take_number(*number, frame);
    return true;
  }

  bool is_interrupted_ = false;  // the next frame
  std::string stopped_at_;       // "kdb_enter+0x3b"
};

}  // namespace

std::unique_ptr<Format> bsd_panic() { return std::make_unique<BsdPanic>(); }

}  // namespace symkit::crashlog
