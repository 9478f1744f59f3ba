// Stacks of cpptrace, frames without a line:
//   #1 0x000055d0c1a2ba2b at /usr/lib/kiosk/kiosk
//   #2 0x00007f92a7a88a7b in kiosk_serve(int) at /usr/lib/libkiosk.so
// Addresses are of the process: lines of /proc/PID/maps give the positions of its images, or the program
// itself if it is not position-independent. They point into the calls, one byte before the return
// address.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class CpptraceStack : public Format {
 public:
  Marks marks() const override { return {"0x"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const auto numbered = find_numbered_frame(line, start);
    if (!numbered) return Found::Nothing;
    Scanner at(line, *numbered);
    const auto number = numbered_frame(at);
    const auto address = prefixed_address(at, frame);
    if (!number || !address || (address->digits != 16 && address->digits != 8)) return Found::Nothing;
    frame.replaced = {at.position(), line.size()};
    const std::string_view text = at.rest();
    const std::size_t place = text.rfind(" at ");
    if (place == std::string_view::npos || (place != 0 && !text.starts_with(" in "))) return Found::Nothing;
    const std::string_view path = trimmed(text.substr(place + 4));
    const bool is_path = place != 0 || path.contains('/');
    if (path.empty() || !is_path || ends_with_place(path)) return Found::Nothing;
    take_number(*number, frame);
    take_mapped_path(path, frame);
    if (place != 0) frame.symbol = trimmed(text.substr(4, place - 4));
    frame.readable = !frame.symbol.empty();
    frame.runtime_address = address->value;
    frame.address_of = AddressOf::Call;
    frame.unmoved_if_fixed = true;
    report.take_mapping(frame);
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> cpptrace_stack() { return std::make_unique<CpptraceStack>(); }

}  // namespace symkit::crashlog
