// Stacks of Greenplum and its descendants:
//   1    0x7f1a4d50d918 libpostgres.so errstart + 0x258
//   4    0x7f1a4d52ea03 postgres <symbol not found> + 0x12ea03
// Offsets count from the function; without a name the number means nothing. Lines of /proc/PID/maps show
// where the images were. All are return addresses. Read in src/backend/utils/error/elog.c.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view greenplum_nameless = "<symbol not found>";

class GreenplumStack : public Format {
 public:
  Marks marks() const override { return {"+ 0x"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    const auto number = at.decimal();
    if (!number || number->digits > 2 || at.blanks() + number->digits != 5) return Found::Nothing;
    const auto address = prefixed_address(at, frame);
    if (!address || !at.literal(' ')) return Found::Nothing;
    const std::string_view image = at.word();
    if (image.empty() || !at.literal(' ')) return Found::Nothing;
    const std::size_t name_from = at.position();
    const auto name = at.until(" + 0x");
    if (!name || name->empty() || !at.literal(" + ")) return Found::Nothing;
    const auto offset = at.prefixed_hex();
    if (!offset || !trimmed(at.rest()).empty()) return Found::Nothing;
    take_number(*number, frame);
    take_mapped_path(image, frame);
    frame.readable = *name != greenplum_nameless;
    if (frame.readable) {
      frame.symbol = *name;
      frame.symbol_offset = usable(*offset, frame);
    }
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Return;
    frame.unmoved_if_fixed = true;
    frame.replaced = {name_from - 1, line.size()};
    report.take_mapping(frame);
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> greenplum_stack() { return std::make_unique<GreenplumStack>(); }

}  // namespace symkit::crashlog
