// Native stacks of Unity's Cloud Diagnostics, frames whose symbols it lacks:
//   0   libc.so          0x000000755976eed8 <symbols missing for uuid: 19a967ca55d2069a016095c80d587dd3>
//   1   KERNELBASE       0x000007fefca31420 <system symbols missing>
//   2   libkiosk.so      0x00000072202e21a0 Ledger_Total
// The id is that of the image. Addresses are of the process; as unwound.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view lacks_id = "<symbols missing for uuid: ";
constexpr std::string_view lacks_system = "<system symbols missing>";

class UnityDiagnostics : public Format {
 public:
  Marks marks() const override { return {lacks_id, lacks_system}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    const auto number = at.decimal();
    if (!number || at.blanks() == 0) return Found::Nothing;
    const std::size_t column = line.find(" 0x", at.position());
    if (column == std::string_view::npos) return Found::Nothing;
    const std::string_view image = trimmed(line.substr(at.position(), column - at.position()));
    at.seek(column + 1);
    const auto address = prefixed_address(at, frame);
    if (image.empty() || !address || address->digits != digits_of_address) return Found::Nothing;
    frame.replaced = {at.position(), line.size()};
    const std::string_view behind = trimmed(at.rest());
    if (behind.starts_with(lacks_id) && behind.ends_with('>'))
      take_build_id(behind.substr(lacks_id.size(), behind.size() - lacks_id.size() - 1), frame);
    else if (behind != lacks_system)
      return Found::Nothing;
    take_number(*number, frame);
    frame.image.name = image;
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Stack;
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> unity_diagnostics() { return std::make_unique<UnityDiagnostics>(); }

}  // namespace symkit::crashlog
