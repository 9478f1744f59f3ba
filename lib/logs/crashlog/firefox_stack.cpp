// Stacks of Firefox and of other programs built with Mozilla's libraries:
//   #01: ???[/opt/firefox/libxul.so +0x1234]
//   #02: mozilla::dom::Promise::Settle()[/opt/firefox/libxul.so +0x5678]
// The offset counts from the beginning of the image. All are unchanged return addresses from the stack:
// Firefox prints the results of _Unwind_GetIP, and fix_stacks.py does not adjust them either.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class FirefoxStack : public Format {
 public:
  Marks marks() const override { return {" +0x"}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    const auto number_at = find_numbered(line, start);
    const std::size_t plus = line.rfind(" +0x");
    if (!number_at || plus == std::string_view::npos || plus < *number_at) return Found::Nothing;
    Scanner at(line, *number_at + 1);
    const auto number = at.decimal();
    at.literal(": ");
    const std::size_t name_from = at.position();
    const std::size_t bracket = line.substr(0, plus).rfind('[');
    if (bracket == std::string_view::npos || bracket <= name_from) return Found::Nothing;
    at.seek(plus + 2);
    const auto offset = prefixed_address(at, frame);
    if (!offset || !at.literal(']')) return Found::Nothing;
    const std::string_view path = line.substr(bracket + 1, plus - bracket - 1);
    if (path.empty() || path == "???") return Found::Nothing;
    frame.replaced = {at.position(), at.position()};
    frame.symbol = line.substr(name_from, bracket - name_from);
    if (frame.symbol == "???") frame.symbol = {};
    frame.readable = !frame.symbol.empty();
    take_number(*number, frame);
    take_mapped_path(path, frame);
    frame.image_offset = usable(*offset, frame);
    frame.address_of = AddressOf::Return;
    frame.stands_alone = true;
    return Found::Frame;
  }

 private:
  // "#01: ", at the beginning or after the program's prefix.
  static std::optional<std::size_t> find_numbered(std::string_view line, std::size_t start) {
    const auto found = find_numbered_frame(line, start);
    if (!found) return std::nullopt;
    Scanner at(line, *found + 1);
    return at.decimal() && at.literal(": ") ? found : std::nullopt;
  }
};

}  // namespace

std::unique_ptr<Format> firefox_stack() { return std::make_unique<FirefoxStack>(); }

}  // namespace symkit::crashlog
