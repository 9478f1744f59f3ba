// Frames of g3log's descendants whose image is not written, between those that have one:
//   123     0x55e85ffa5fdc ./kiosk(+0x7dfdc) [0x55e85ffa5fdc]       of glibc's kind
//   122     0x7f19b3d5083f abort + 223
// Seen in a log of the game AMC Squad.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class G3logFrame : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    constexpr std::size_t fewest_digits = 9;  // of an address of 64 bits
    Scanner at(line, start);
    const auto number = at.decimal();
    if (!number || number->digits > 3 || at.blanks() == 0) return Found::Nothing;
    const auto address = at.prefixed_hex();
    if (!address || address->digits < fewest_digits || !at.literal(' ')) return Found::Nothing;
    const std::string_view name = at.word();
    if (name.empty() || name.contains('(') || !at.literal(" + ") || !at.decimal() || !at.at_end())
      return Found::Nothing;
    take_number(*number, frame);
    frame.said.function = name;
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> g3log_frame() { return std::make_unique<G3logFrame>(); }

}  // namespace symkit::crashlog
