// Stacks of backward-cpp, the outermost frame first:
//   #2    Object "./kiosk", at 0x55be54a8ed1d, in total
// Addresses are of the process: lines of /proc/PID/maps give the positions of its images, or the program
// itself if it is not position-independent. They point into the calls, one byte before the return
// address.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class BackwardStack : public Format {
 public:
  Marks marks() const override { return {" Object \""}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const auto numbered = find_numbered_frame(line, start);
    if (!numbered) return Found::Nothing;
    Scanner at(line, *numbered);
    const auto number = numbered_frame(at);
    if (!number || !at.literal("Object \"")) return Found::Nothing;
    const auto path = at.until("\", at 0x");
    if (!path || path->empty() || !at.literal("\", at ")) return Found::Nothing;
    const auto address = prefixed_address(at, frame);
    if (!address) return Found::Nothing;
    frame.replaced = {at.position(), line.size()};
    if (!at.literal(", in")) return Found::Nothing;
    take_number(*number, frame);
    if (frame.number) frame.depth = UINT32_MAX - *frame.number;
    take_mapped_path(*path, frame);
    frame.symbol = trimmed(at.rest());
    frame.readable = !frame.symbol.empty();
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Call;
    frame.unmoved_if_fixed = true;
    report.take_mapping(frame);
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> backward_stack() { return std::make_unique<BackwardStack>(); }

}  // namespace symkit::crashlog
