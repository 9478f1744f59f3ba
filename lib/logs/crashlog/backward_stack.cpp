// Stacks of backward-cpp, the outermost frame first:
//   #2    Object "./kiosk", at 0x55be54a8ed1d, in total
//   #1    Source "/src/kiosk.c", line 79, in price [0x55be54a8ec02]      looked up already
// Addresses are of the process: lines of /proc/PID/maps give the positions of its images, or the program
// itself if it is not position-independent. They point into the calls, one byte before the return
// address.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class BackwardStack : public Format {
 public:
  Marks marks() const override { return {" Object \"", " Source \""}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const auto numbered = find_numbered_frame(line, start);
    if (!numbered) return Found::Nothing;
    Scanner at(line, *numbered);
    const auto number = numbered_frame(at);
    if (!number) return Found::Nothing;
    if (at.literal("Source \"")) return read_source(at, *number, frame) ? Found::Named : Found::Nothing;
    if (!at.literal("Object \"")) return Found::Nothing;
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

 private:
  // Behind "Source ": '/src/kiosk.c", line 79, in price [0x55be54a8ec02]'
  static bool read_source(Scanner& at, const Number& number, Frame& frame) {
    const auto file = at.until("\", line ");
    if (!file || file->empty() || !at.literal("\", line ")) return false;
    const auto line = at.decimal();
    const std::size_t open = at.rest().rfind(" [0x");
    if (!line || !at.rest().starts_with(", in ") || open == std::string_view::npos || open < 5) return false;
    take_number(number, frame);
    if (frame.number) frame.depth = UINT32_MAX - *frame.number;
    frame.said.function = trimmed(at.rest().substr(5, open - 5));
    frame.said.file = *file;
    frame.said.line = static_cast<std::uint32_t>(line->value);
    return true;
  }
};

}  // namespace

std::unique_ptr<Format> backward_stack() { return std::make_unique<BackwardStack>(); }

}  // namespace symkit::crashlog
