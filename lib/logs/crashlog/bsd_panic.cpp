// Stacks of FreeBSD's kernel, from its debugger and from its panics:
//   db_trace_self_wrapper() at db_trace_self_wrapper+0x2b/frame 0xfffffe0123456780
//   vpanic() at vpanic+0x13c                          on arm64, and in older releases
//   kassert_panic() at do_el1h_sync+0x30              older ones on arm64: where the function was called
//   #3 0xffffffff80c1234f at kern_reboot+0x447
//   --- trap 0xc, rip = 0xffffffff80c1234f, rsp = 0xfffffe0123456780, rbp = 0xfffffe01234567f0 ---
// Name and offset are looked up in the file "kernel". All are return addresses, except after such a trap
// line and where the debugger says that it stopped.
#include <array>
#include <string>
#include <utility>

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/path_and_symbol.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view freebsd_kernel = "kernel";
constexpr std::string_view debugger_mark = "() at ";
constexpr std::string_view stopped_mark = "Stopped at";
// The beginning of a line after which the next frame was interrupted.
constexpr std::array<std::string_view, 5> interruptions = {"--- trap 0x", "--- interrupt",
                                                           "--- exception, esr ", "--- system error, esr ",
                                                           "--- unhandled exception, esr "};

bool is_plain(std::string_view name) {
  return !name.empty() && first_of<" \t()[]<>\"'`,;=/">(name) == std::string_view::npos;
}

// After "panic: …"
std::optional<Cause> bsds_backtrace(std::string_view text) {
  if (!text.starts_with("KDB: stack backtrace:")) return std::nullopt;
  Cause made = cause(Knows::Nothing, kernel_panic);
  made.continues = true;
  return made;
}

class BsdPanic : public Format {
 public:
  ReadCause causes() const override { return bsds_backtrace; }
  Marks marks() const override { return {debugger_mark, "+0x", stopped_mark}; }
  Marks headings() const override { return {interruptions.begin(), interruptions.end()}; }

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
    const std::size_t stopped = text.find(stopped_mark);
    if (stopped == std::string_view::npos) return false;
    const std::string_view place = trimmed(text.substr(stopped + stopped_mark.size()));
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
    frame.address_text = text;
    frame.image.name = freebsd_kernel;
    frame.replaced = {end, end};
    frame.stands_alone = true;
    return true;
  }

  // "f() at f+0x2b/frame 0xfffffe01", "f() at f+0x2b", "f() at g+0x2b". Before a frame's place both names
  // are the same.
  static bool read_debugger(std::string_view line, std::size_t start, Frame& frame) {
    const std::size_t called = line.find(debugger_mark, start);
    if (called == std::string_view::npos) return false;
    const std::size_t from = called + debugger_mark.size();
    const std::string_view behind = trimmed(line.substr(from));
    const std::size_t stack = behind.find("/frame 0x");
    const std::string_view text = behind.substr(0, stack);
    std::size_t end = from + text.size();
    if (stack != std::string_view::npos) {
      Scanner at(line, line.find("/frame 0x", from) + 7);
      if (!at.prefixed_hex() || !trimmed(at.rest()).empty()) return false;
      end = at.position();
    }
    const std::string_view function = trimmed(line.substr(start, called - start));
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
