// The stack of a program that nobody has, as an example of a format:
//   a parcel was lost:
//   parcel 0: 118bc in libmarket.so 3f13127e23d679eb5d545a0ff00289360829c7c7
// Number, address as the file counts, image and build id; all addresses stand at the call already.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

std::optional<Cause> parcels_cause(std::string_view text) {
  return text == "a parcel was lost:" ? std::optional(reason("lost parcel")) : std::nullopt;
}

class Parcel : public Format {
 public:
  ReadCause causes() const override { return parcels_cause; }
  Marks marks() const override { return {"parcel "}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    if (!at.literal("parcel ")) return Found::Nothing;
    const auto number = at.decimal();
    if (!number || !at.literal(": ")) return Found::Nothing;
    const std::size_t from = at.position();
    const auto address = at.hex();
    frame.address_text = at.since(from);
    frame.replaced = {at.position(), line.size()};
    if (!address || !at.literal(" in ")) return Found::Nothing;
    take_path(at.word(), frame);
    const auto id = ImageId::parse(trimmed(at.rest()));
    if (!id) return Found::Nothing;
    frame.image.id = *id;
    take_number(*number, frame);
    frame.file_address = usable(*address, frame);
    frame.address_of = AddressOf::Call;
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> parcel() { return std::make_unique<Parcel>(); }

}  // namespace symkit::crashlog
