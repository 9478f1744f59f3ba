// The stacks of `strace -k`:
//    > /usr/lib/x86_64-linux-gnu/libc.so.6(__write+0x14) [0x10d2ba]
//    > /opt/kiosk/kiosk() [0x1136]
// The number in brackets is of the file, not of the process: an offset in it, or an address, depending on
// the library that strace was built with. The first frame was in the system call.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/path_and_symbol.h"

namespace symkit::crashlog {
namespace {

class StraceStack : public Format {
 public:
  Marks marks() const override { return {") [0x"}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    Scanner at(line, start);
    if (at.blanks() == 0 || !at.literal("> ")) return Found::Nothing;
    const std::size_t bracket = line.rfind(" [0x");
    if (bracket == std::string_view::npos || bracket < at.position()) return Found::Nothing;
    const auto place = read_path_and_symbol(line.substr(at.position(), bracket - at.position()));
    if (!place || !place->has_group || place->path.empty()) return Found::Nothing;
    at.seek(bracket + 2);
    const auto address = prefixed_address(at, frame);
    if (!address || !at.literal(']')) return Found::Nothing;
    frame.replaced = {at.position(), at.position()};
    const std::string_view behind = trimmed(at.rest());
    if (!behind.empty()) return behind.contains(':') ? Found::Context : Found::Nothing;  // a file and a line
    take_mapped_path(place->path, frame);
    frame.file_offset = usable(*address, frame);
    frame.offset_may_be_address = true;
    if (place->offset) {
      frame.symbol = place->offset->symbol;
      frame.symbol_offset = usable(place->offset->offset, frame);
      frame.names_nearest = true;
    }
    frame.address_of = AddressOf::Stack;
    frame.may_have_stepped_back = true;
    frame.stands_alone = true;
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> strace_stack() { return std::make_unique<StraceStack>(); }

}  // namespace symkit::crashlog
