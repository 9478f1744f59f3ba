// The call stacks of Visual Studio, copied from its window; a ">" is before the current one:
//   >	ledger.dll!ledger::Book::total(int count)  Line 284	C++
//    	user32.dll!_DispatchMessageW@4()  + 0xf bytes
//    	ledger.dll!00007ff61234abcd()
// The words are those of its language. A number counts from the function, which may be the nearest export.
// Addresses are of the process. As unwound.

#include "ground/base/characters.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

class VisualStudioStack : public Format {
 public:
  Marks marks() const override { return {")  + 0x", ".dll!", ".exe!"}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    Scanner at(line, start);
    at.literal('>');
    if (at.blanks() == 0) return Found::Nothing;
    const std::size_t from = at.position();
    const auto module = at.until('!');
    if (!module || module->empty() || module->contains(' ') || !module->contains('.')) return Found::Nothing;
    frame.image.name = *module;
    const std::size_t name_from = at.position() + 1;
    const std::size_t wide = line.find(")  + 0x", name_from);
    const bool found = wide != std::string_view::npos ? read_offset(line, name_from, wide, frame)
                                                      : read_address(line, name_from, frame);
    if (!found) return Found::Nothing;
    frame.address_text = line.substr(from, frame.replaced.begin - from);
    frame.address_of = AddressOf::Stack;
    frame.stands_alone = true;
    return Found::Frame;
  }

 private:
  // "_DispatchMessageW@4()  + 0xf bytes"
  static bool read_offset(std::string_view line, std::size_t name_from, std::size_t wide, Frame& frame) {
    Scanner at(line, wide + 5);
    const auto offset = at.prefixed_hex();
    const std::string_view function = line.substr(name_from, wide + 1 - name_from);
    if (!offset || !at.literal(' ') || trimmed(at.rest()).contains(' ')) return false;
    frame.symbol = function.ends_with("()") ? function.substr(0, function.size() - 2) : function;
    if (frame.symbol.empty()) return false;
    frame.symbol_offset = usable(*offset, frame);
    frame.readable = frame.names_nearest = true;
    frame.replaced = {wide + 1, line.size()};
    return true;
  }

  // "00007ff61234abcd()"
  static bool read_address(std::string_view line, std::size_t name_from, Frame& frame) {
    Scanner at(line, name_from);
    const auto address = at.hex();
    const bool is_address = address && (address->digits == digits_of_address || address->digits == 8);
    if (!is_address || !at.literal("()") || !trimmed(at.rest()).empty()) return false;
    frame.runtime_address = usable(*address, frame);
    frame.replaced = {at.position(), line.size()};
    return true;
  }
};

}  // namespace

std::unique_ptr<Format> visual_studio_stack() { return std::make_unique<VisualStudioStack>(); }

}  // namespace symkit::crashlog
