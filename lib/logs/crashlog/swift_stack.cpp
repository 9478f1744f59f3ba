// The stacks of Swift's runtime on Linux, from releases before swift-backtrace:
//   Current stack trace:
//   0    libswiftCore.so                    0x00007f8b1c2d3e40 swift_reportError + 50
//   1    kiosk                              0x000055d0c1a2ba2b <unavailable> + 6699
// They look like those on Apple's systems, but if a function is named, the address is the beginning of
// the function; otherwise the offset is from the image. All are return addresses.
#include <utility>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view current_stack = "Current stack trace:";
constexpr std::size_t digits_of_address = 16;

// "kiosk/a.swift:12: Fatal error: Index out of range"
std::optional<Cause> swifts_fatal_error(std::string_view text) {
  const auto place = take_before(text, ": Fatal error: ");
  if (!place || !place->contains(".swift:")) return std::nullopt;
  return reason("Swift fatal error", text);
}

class SwiftStack : public Format {
 public:
  ReadCause causes() const override { return swifts_fatal_error; }
  Marks marks() const override { return {"0x"}; }
  Marks headings() const override { return {current_stack}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (trimmed(line.substr(start)) == current_stack) {
      is_behind_heading_ = true;
      return Found::Context;
    }
    Scanner at(line, start);
    at.blanks();
    const auto number = at.decimal();
    if (!number || number->digits > 4 || at.blanks() == 0) return Found::Nothing;
    const std::string_view name = at.word();
    if (number->value == 0) is_swift_ = std::exchange(is_behind_heading_, false) || name == "libswiftCore.so";
    if (!is_swift_ || at.blanks() == 0) return Found::Nothing;
    const auto address = prefixed_address(at, frame);
    if (!address || address->digits != digits_of_address) return Found::Nothing;
    frame.replaced = {at.position(), line.size()};
    if (at.blanks() == 0 || !read_place(trimmed(at.rest()), frame)) return Found::Nothing;
    take_number(*number, frame);
    frame.image.name = name;
    frame.address_of = AddressOf::Return;
    if (const ListedImage* image = report.image_named(name)) Report::fill_in(*image, frame);
    return Found::Frame;
  }

 private:
  // "swift_reportError + 50", "<unavailable> + 6699"
  static bool read_place(std::string_view text, Frame& frame) {
    const std::size_t plus = text.rfind(" + ");
    if (plus == std::string_view::npos) return false;
    Scanner at(text, plus + 3);
    const auto offset = at.decimal();
    if (!offset || !at.at_end()) return false;
    const auto value = usable(*offset, frame);
    if (text.substr(0, plus) == "<unavailable>") {
      frame.image_offset = value;
    } else {
      frame.symbol = text.substr(0, plus);
      frame.symbol_offset = value;
    }
    return true;
  }

  bool is_behind_heading_ = false;
  bool is_swift_ = false;  // the current stack
};

}  // namespace

std::unique_ptr<Format> swift_stack() { return std::make_unique<SwiftStack>(); }

}  // namespace symkit::crashlog
