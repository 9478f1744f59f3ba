// Native code in .NET's stacks. Programs compiled ahead of time without names:
//      at Kiosk!<BaseAddress>+0x7b1fc6
// and frames of libraries in the output of SOS' clrstack -f:
//   00007FFCD482D650 00007F9ED17EB6EB libkiosk.so!total + 59
// The first counts from the beginning of the image, whose name has no extension. The frame that threw is
// a return address, too, unless the processor raised the fault.
#include <algorithm>
#include <array>
#include <utility>

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view base_mark = "!<BaseAddress>+0x";
// Exceptions that the processor raises, not a call.
constexpr std::array<std::string_view, 3> faults = {"NullReferenceException", "DivideByZeroException",
                                                    "AccessViolationException"};

class DotnetNative : public Format {
 public:
  Marks marks() const override { return {base_mark, " 00007F", " 0000FF", faults[0], faults[1], faults[2]}; }
  Marks headings() const override { return {"Child SP ", "Unhandled "}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    const std::string_view text = line.substr(start);
    if (trimmed(text).starts_with("Child SP ")) {
      is_innermost_ = true;
      return Found::Context;
    }
    if (read_based(line, start, frame) || read_listed(line, start, frame)) return Found::Frame;
    is_fault_ = std::ranges::any_of(faults, [&](std::string_view fault) { return text.contains(fault); });
    return Found::Nothing;
  }

 private:
  bool read_based(std::string_view line, std::size_t start, Frame& frame) {
    const std::size_t mark = line.find(base_mark, start);
    if (mark == std::string_view::npos) return false;
    Scanner at(line, start);
    at.blanks();
    at.literal("at ");
    frame.image.name = line.substr(at.position(), mark - at.position());
    if (frame.image.name.empty() || first_of<" \t(\"">(frame.image.name) != std::string_view::npos)
      return false;
    at.seek(mark + base_mark.size() - 2);
    const auto offset = prefixed_address(at, frame);
    if (!offset || (!at.at_end() && !is_blank(at.peek()))) return false;
    frame.replaced = {at.position(), line.size()};
    frame.image_offset = usable(*offset, frame);
    frame.address_of = std::exchange(is_fault_, false) ? AddressOf::Instruction : AddressOf::Return;
    frame.stands_alone = true;
    return true;
  }

  // Columns for the stack and the address, then a library, its function and the offset in it.
  bool read_listed(std::string_view line, std::size_t start, Frame& frame) {
    line = line.substr(0, last_not_of<" \t">(line) + 1);
    Scanner at(line, start);
    at.blanks();
    const auto stack = at.hex();
    if (!stack || stack->digits != digits_of_address || at.blanks() == 0) return false;
    const std::size_t from = at.position();
    const auto address = at.hex();
    frame.address_text = at.since(from);
    if (!address || address->digits != digits_of_address || at.blanks() == 0) return false;
    const bool is_first = std::exchange(is_innermost_, false);
    frame.replaced = {from + frame.address_text.size(), line.size()};
    const auto image = at.until('!');
    if (!image || !image->contains(".so") || image->contains(' ')) return false;
    at.literal('!');
    const std::string_view function = at.rest();
    const std::size_t plus = function.rfind(" + ");
    if (plus == std::string_view::npos) return false;
    Scanner behind(function, plus + 3);
    const auto offset = behind.decimal();
    if (!offset || !behind.at_end()) return false;
    frame.image.name = *image;
    frame.symbol = trimmed(function.substr(0, plus));
    frame.symbol_offset = usable(*offset, frame);
    frame.runtime_address = usable(*address, frame);
    frame.address_of = is_first ? AddressOf::Instruction : AddressOf::Return;
    return true;
  }

  bool is_fault_ = false;      // the line before reported one
  bool is_innermost_ = false;  // no frame has been read yet
};

}  // namespace

std::unique_ptr<Format> dotnet_native() { return std::make_unique<DotnetNative>(); }

}  // namespace symkit::crashlog
