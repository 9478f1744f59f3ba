// C++23's std::stacktrace as printed by libstdc++, frames without a line:
//      1#  [0x55d0c1a2ba2b]
//      2# main [0x55d0c1a2ba2b]
// Frames name no image: lines of /proc/PID/maps show which it is. Addresses point into the calls, one
// byte before the return address. Frames with "at FILE:LINE" are left unchanged.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class StdStacktrace : public Format {
 public:
  Marks marks() const override { return {" [0x"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    const auto number = at.decimal();
    if (!number || !at.literal("# ")) return Found::Nothing;
    const std::size_t bracket = line.rfind(" [0x");
    if (bracket == std::string_view::npos || bracket + 1 < at.position()) return Found::Nothing;
    const std::size_t text_from = at.position();
    Scanner digits(line, bracket + 2);
    const auto address = digits.prefixed_hex();
    if (!address) return Found::Nothing;
    frame.address_text = digits.since(bracket + 2);
    if (!digits.literal(']') || !trimmed(digits.rest()).empty()) return Found::Nothing;
    const std::string_view text =
        bracket < text_from ? std::string_view() : trimmed(line.substr(text_from, bracket - text_from));
    if (has_place(text)) return Found::Context;
    take_number(*number, frame);
    frame.replaced = {digits.position(), digits.position()};
    frame.symbol = text;
    frame.readable = !text.empty();
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Call;
    frame.unmoved_if_fixed = true;
    report.take_holder(frame);
    return Found::Frame;
  }

 private:
  // "main at main.cpp:12"; not " at :0", which means nothing.
  static bool has_place(std::string_view text) {
    const std::size_t at = text.rfind(" at ");
    return at != std::string_view::npos && text.find(':', at + 5) != std::string_view::npos;
  }
};

}  // namespace

std::unique_ptr<Format> std_stacktrace() { return std::make_unique<StdStacktrace>(); }

}  // namespace symkit::crashlog
