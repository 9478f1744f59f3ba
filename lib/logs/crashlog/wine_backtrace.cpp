// Wine's backtraces, frames without a place in the source:
//   =>0 0x00006ffffe0412c7 in ntdll (+0x412c7) (0x000000000011fdb8)
//     1 0x0000000140001167 in kiosk (+0x1167) (0x000000000011fe20)
//     1 0x00000140001167 in kiosk (+0x1167) (0x0000000011fe20)     as older releases write addresses
//     2 0x0000000140001234 ledger_close+0x10(book=0x12) in ledger (0x000000000011fe40)
// The offset counts from the beginning of the module, or of the function. As unwound.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// "Unhandled exception: page fault on read access to 0x00000000 in 32-bit code (0x01fc9328)."
std::optional<Cause> wines_cause(std::string_view text) {
  if (!take_word(text, "Unhandled exception: ") || !text.contains("-bit code (0x")) return std::nullopt;
  const std::string_view what = text.substr(0, std::min(text.find(" access to 0x"), text.find(" in ")));
  Cause made = cause(Knows::Fault, what);
  made.accessed = address_at(address_behind(text, " access to "));
  return made;
}

class WineBacktrace : public Format {
 public:
  ReadCause causes() const override { return wines_cause; }
  Marks marks() const override { return {"+0x"}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    at.literal("=>");
    at.blanks();
    const auto number = at.decimal();
    if (!number || at.blanks() == 0) return Found::Nothing;
    const auto address = prefixed_address(at, frame);
    const bool is_address =
        address && (address->digits == digits_of_address || address->digits == 14 || address->digits == 8);
    if (!is_address || (!read_module(at, frame) && !read_function(at, frame))) return Found::Nothing;
    frame.replaced = {at.position(), line.size()};
    take_number(*number, frame);
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Stack;
    frame.stands_alone = true;
    return Found::Frame;
  }

 private:
  // " in kiosk (+0x1167)"
  static bool read_module(Scanner& at, Frame& frame) {
    const std::size_t from = at.position();
    const auto module = at.literal(" in ") ? at.until(" (+") : std::nullopt;
    if (!module || module->empty() || !at.literal(" (+")) {
      at.seek(from);
      return false;
    }
    frame.image.name = *module;
    const auto offset = at.prefixed_hex();
    if (offset) frame.image_offset = usable(*offset, frame);
    return offset && at.literal(')');
  }

  // " ledger_close+0x10(book=0x12) in ledger (0x000000000011fe40)", without " [ledger.c:12]" before " in".
  static bool read_function(Scanner& at, Frame& frame) {
    const std::string_view text = at.rest();
    const std::size_t module = text.rfind(") in ");
    const std::size_t stack = text.rfind(" (0x");
    const std::size_t plus = text.find("+0x");
    if (!text.starts_with(' ') || module == std::string_view::npos || stack == std::string_view::npos ||
        stack <= module + 5 || plus == std::string_view::npos || plus > module || plus < 2)
      return false;
    Scanner offset_at(text, plus + 1);
    const auto offset = offset_at.prefixed_hex();
    if (!offset || offset_at.peek() != '(') return false;
    frame.symbol = text.substr(1, plus - 1);
    frame.symbol_offset = usable(*offset, frame);
    frame.image.name = text.substr(module + 5, stack - module - 5);
    return true;
  }
};

}  // namespace

std::unique_ptr<Format> wine_backtrace() { return std::make_unique<WineBacktrace>(); }

}  // namespace symkit::crashlog
