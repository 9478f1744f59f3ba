// Stacks of Kotlin/Native, on all systems:
//   at 0   kiosk.kexe         0x2273fd kfun:kotlin.Throwable#<init>(kotlin.String?){} + 77
//   at 1   kiosk.kexe         0x55d0c1a2ba2b     0x0 + 94355498580523
// The number after the plus is from the function or, without a name, the address again. All are return
// addresses.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

class KotlinNative : public Format {
 public:
  Marks marks() const override { return {"0x"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    const bool has_at = at.literal("at ");
    const auto number = at.decimal();
    if (!number || at.blanks() == 0) return Found::Nothing;
    // A name may contain blanks; two or more follow it.
    const std::size_t mark = line.find(" 0x", at.position());
    if (mark == std::string_view::npos) return Found::Nothing;
    const std::string_view image = trimmed(line.substr(at.position(), mark - at.position()));
    at.seek(mark + 1);
    const auto address = prefixed_address(at, frame);
    if (!address || image.empty() || at.blanks() == 0) return Found::Nothing;
    frame.replaced = {mark + 1 + frame.address_text.size(), line.size()};
    const std::string_view text = trimmed(at.rest());
    if (!has_at && !text.starts_with("kfun:")) return Found::Nothing;
    take_number(*number, frame);
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Return;
    if (image != "???") frame.image.name = image;
    const Found found = read_function(text, frame);
    if (found != Found::Frame) return found;
    frame.unmoved_if_fixed = true;
    frame.image.name.empty() ? report.take_holder(frame) : report.take_mapping(frame);
    return found;
  }

 private:
  // "kfun:kiosk.total#internal + 77", "main + 24 (main.kt:12:5)", "0x0 + 94355498580523"
  static Found read_function(std::string_view text, Frame& frame) {
    const std::size_t plus = text.rfind(" + ");
    if (plus == std::string_view::npos) return Found::Nothing;
    Scanner at(text, plus + 3);
    const auto offset = at.decimal();
    if (!offset) return Found::Nothing;
    std::string_view behind = trimmed(at.rest());
    const std::string_view symbol = trimmed(text.substr(0, plus));
    if (!behind.empty()) {
      frame.said.inlined = take_word(behind, "[inlined] ");
      if (!behind.ends_with(')')) return Found::Nothing;
      frame.said.function = symbol;
      return read_place(behind.substr(1, behind.size() - 2), frame.said) ? Found::Named : Found::Context;
    }
    if (symbol == "0x0") return offset->value == frame.runtime_address ? Found::Frame : Found::Nothing;
    frame.symbol = symbol;
    frame.symbol_offset = usable(*offset, frame);
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> kotlin_native() { return std::make_unique<KotlinNative>(); }

}  // namespace symkit::crashlog
