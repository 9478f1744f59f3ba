// Stacks of Boost.Stacktrace, frames without a name:
//    1# 0x000055D0C1A2BA2B in ./kiosk
// Addresses are of the process: lines of /proc/PID/maps give the positions of its images, or the program
// itself if it is not position-independent. All are return addresses.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class BoostStacktrace : public Format {
 public:
  Marks marks() const override { return {"# 0x"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    const auto number = at.decimal();
    if (!number || !at.literal("# ")) return Found::Nothing;
    const auto address = prefixed_address(at, frame);
    if (!address || address->digits != digits_of_address) return Found::Nothing;
    frame.replaced = {at.position(), line.size()};
    if (!at.literal(" in ")) return Found::Nothing;
    const std::string_view path = trimmed(at.rest());
    if (path.empty()) return Found::Nothing;
    take_number(*number, frame);
    take_mapped_path(path, frame);
    frame.runtime_address = address->value;
    frame.address_of = AddressOf::Return;
    frame.unmoved_if_fixed = true;
    report.take_mapping(frame);
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> boost_stacktrace() { return std::make_unique<BoostStacktrace>(); }

}  // namespace symkit::crashlog
