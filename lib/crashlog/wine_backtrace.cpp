// Wine's backtraces, where it knows no name:
//   =>0 0x00006ffffe0412c7 in ntdll (+0x412c7) (0x000000000011fdb8)
//     1 0x0000000140001167 in kiosk (+0x1167) (0x000000000011fe20)
// The offset counts from where the module begins. As unwound.
#include <array>

#include "crashlog/formats.h"
#include "crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class WineBacktrace : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 1> all = {" (+0x"};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    Scanner at(line, start);
    at.literal("=>");
    at.blanks();
    const auto number = at.decimal();
    if (!number || at.blanks() == 0) return Found::Nothing;
    const std::size_t from = at.position();
    const auto address = at.prefixed_hex();
    frame.address_text = at.since(from);
    if (!address || !at.literal(" in ")) return Found::Nothing;
    const auto module = at.until(" (+");
    if (!module || module->empty() || !at.literal(" (+")) return Found::Nothing;
    const auto offset = at.prefixed_hex();
    if (!offset || !at.literal(')')) return Found::Nothing;
    frame.replaced = {at.position(), line.size()};
    take_number(*number, frame);
    frame.image.name = *module;
    frame.runtime_address = usable(*address, frame);
    frame.image_offset = usable(*offset, frame);
    frame.address_of = AddressOf::Stack;
    frame.stands_alone = true;
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> wine_backtrace() { return std::make_unique<WineBacktrace>(); }

}  // namespace symkit::crashlog
