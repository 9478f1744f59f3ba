// The C stack that Python 3.14 and later print in a crash, after the stack of Python functions:
//   Current thread's C stack trace (most recent call first):
//     Binary file "/usr/bin/python3", at _Py_DumpStack+0x31 [0x5f3c1a2ba2b1]
//     Binary file "/usr/lib/libkiosk.so", at +0x11d5 [0x7f3a2c4011d5]
// An offset without a name is from the beginning of the image. All are return addresses.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/path_and_symbol.h"

namespace symkit::crashlog {
namespace {

class PythonStack : public Format {
 public:
  Marks marks() const override { return {"[0x"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    if (!at.literal("Binary file \"")) return Found::Nothing;
    const auto path = at.until('"');
    if (!path || path->empty() || !at.literal('"')) return Found::Nothing;
    std::optional<SymbolOffset> place;
    if (at.literal(", at ")) {
      const auto text = at.until(" [");
      place = text ? read_symbol_offset(*text) : std::nullopt;
      if (!place) return Found::Nothing;
    }
    if (!at.literal(" [")) return Found::Nothing;
    const auto address = prefixed_address(at, frame);
    if (!address || !at.literal(']') || !trimmed(at.rest()).empty()) return Found::Nothing;
    frame.replaced = {at.position(), line.size()};
    take_mapped_path(*path, frame);
    frame.runtime_address = usable(*address, frame);
    if (place) {
      frame.symbol = place->symbol;
      (frame.symbol.empty() ? frame.image_offset : frame.symbol_offset) = usable(place->offset, frame);
    } else {
      frame.unmoved_if_fixed = true;
      report.take_mapping(frame);
    }
    frame.address_of = AddressOf::Return;
    frame.stands_alone = place.has_value();
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> python_stack() { return std::make_unique<PythonStack>(); }

}  // namespace symkit::crashlog
