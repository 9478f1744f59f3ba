// Native stacks of Mono's runtime, including Unity's:
//   	0x7f44765151f2 - /opt/kiosk/libmonobdwgc-2.0.so :
//   	0x7f44765151f2 - /opt/kiosk/libkiosk.so : kiosk_serve
//   	0x5564a1d021d5 - Unknown
// Addresses are of the process. All are return addresses.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class MonoStack : public Format {
 public:
  Marks marks() const override { return {"0x"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    const auto address = prefixed_address(at, frame);
    if (!address || !at.literal(" - ")) return Found::Nothing;
    const std::size_t path_from = at.position();
    const std::size_t colon = line.rfind(" :");
    if (colon == std::string_view::npos || colon <= path_from) return Found::Nothing;
    const std::string_view path = line.substr(path_from, colon - path_from);
    if (!path.contains('/')) return Found::Nothing;
    take_mapped_path(path, frame);
    frame.symbol = trimmed(line.substr(colon + 2));
    frame.readable = !frame.symbol.empty();
    frame.replaced = {colon + 2, line.size()};
    frame.runtime_address = usable(*address, frame);
    frame.unmoved_if_fixed = true;
    frame.address_of = AddressOf::Return;
    report.take_mapping(frame);
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> mono_stack() { return std::make_unique<MonoStack>(); }

}  // namespace symkit::crashlog
