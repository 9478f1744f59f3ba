// The call stacks of the Unreal Engine, where it knows no name:
//   [2026.11.22-07.00.00:000][  0]LogCore: Error: [Callstack] 0x00007f1d2c7a3e40
//   libKiosk.so!UnknownFunction(0x1e3f) [Callstack] 0x00007ff6abcd1234 Kiosk.exe!UnknownFunction []
// Linux' offset counts from where the image begins, and has stepped back by one byte even in the first frame,
// which is the instruction. Windows' have an address alone.
#include <array>

#include "crashlog/formats.h"
#include "crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view unknown = "!UnknownFunction";
constexpr std::uint64_t in_page = 0xfff;

class UnrealStack : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 1> all = {unknown};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::size_t mark = line.find(unknown, start);
    const std::size_t blank = mark == std::string_view::npos ? mark : line.rfind(' ', mark);
    if (blank == std::string_view::npos || blank < start + 3) return Found::Nothing;
    const std::size_t before = line.find_last_of(" \t", blank - 1);
    const std::size_t from = before == std::string_view::npos || before < start ? start : before + 1;
    Scanner at(line, from);
    const auto address = at.prefixed_hex();
    if (!address || at.position() != blank || blank + 1 == mark) return Found::Nothing;
    frame.address_text = at.since(from);
    frame.image.name = line.substr(blank + 1, mark - blank - 1);
    frame.runtime_address = usable(*address, frame);
    at.seek(mark + unknown.size());
    frame.replaced = {mark, line.size()};
    if (at.literal('(')) {
      const auto offset = at.prefixed_hex();
      if (!offset || !at.literal(')')) return Found::Nothing;
      frame.image_offset = usable(*offset, frame);
      if (frame.image_offset && ((address->value - 1) & in_page) == (*frame.image_offset & in_page))
        ++*frame.image_offset;
    }
    frame.address_of = AddressOf::Stack;
    report.take_mapping(frame);
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> unreal_stack() { return std::make_unique<UnrealStack>(); }

}  // namespace symkit::crashlog
