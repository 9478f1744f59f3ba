// Calls in the output of `ltrace -i`, with their return address:
//   [0x40113c] strlen("./kiosk")                      = 7
//   [pid 4711] 09:48:52.920345 [0x55d8e883b15e] puts("x") = 2
//   [0x401136] --- SIGSEGV (Segmentation fault) ---
// The address of a signal is where it came. The description is written after the line.

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// "strlen(", "libkiosk.so->price(", "<... puts resumed> ", "SYS_write("
bool begins_call(std::string_view text) {
  if (text.starts_with("<... ")) return text.contains(" resumed> ");
  const std::size_t bracket = text.find('(');
  return bracket != 0 && bracket != std::string_view::npos && text.find(' ') > bracket && text.contains(") ");
}

class LtraceCall : public Format {
 public:
  Marks marks() const override { return {"[0x"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::size_t bracket = line.find("[0x", start);
    if (bracket == std::string_view::npos || !is_before_address(line.substr(start, bracket - start)))
      return Found::Nothing;
    Scanner at(line, bracket + 1);
    const auto address = prefixed_address(at, frame);
    if (!address || !at.literal("] ")) return Found::Nothing;
    const std::string_view behind = trimmed(at.rest());
    const bool is_signal = behind.starts_with("--- SIG") && behind.ends_with(" ---");
    const bool is_unfinished = behind.ends_with(" <unfinished ...>");
    if (!is_signal && !is_unfinished && !begins_call(at.rest())) return Found::Nothing;
    frame.replaced = {line.size(), line.size()};
    frame.shares_line = true;
    frame.runtime_address = usable(*address, frame);
    frame.address_of = is_signal ? AddressOf::Instruction : AddressOf::Return;
    frame.unmoved_if_fixed = true;
    report.take_holder(frame);
    return Found::Frame;
  }

 private:
  // "", "[pid 4711] ", "09:48:52.920345 ", "  0.000123 ": a process and a time.
  static bool is_before_address(std::string_view text) {
    Scanner at(text);
    at.blanks();
    if (at.literal("[pid ")) {
      if (!at.decimal() || !at.literal(']')) return false;
    }
    return first_not_of<"0123456789.: ">(at.rest()) == std::string_view::npos;
  }
};

}  // namespace

std::unique_ptr<Format> ltrace_call() { return std::make_unique<LtraceCall>(); }

}  // namespace symkit::crashlog
