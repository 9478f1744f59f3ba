// Stacks of Unity's players on Windows, where it knows no name, and the list of modules before them:
//   C:\Games\Kiosk.exe:Kiosk.exe (00007FF6D0A00000), size: 675840 (result: 0), SymType: '-exported-', PDB:
//   '', … 0x00007FF6D0A1B2C3 (Kiosk) (function-name not available)
// Addresses are of the process. As unwound.
#include <array>

#include "crashlog/formats.h"
#include "crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view size_mark = "), size: ";
constexpr std::string_view nameless = "(function-name not available)";
constexpr std::size_t digits_of_pointer = 16;

class UnityStack : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 2> all = {"0x", size_mark};
    return all;
  }
  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (read_module(text, report)) return Found::Context;
    Scanner at(line, start);
    at.blanks();
    const std::size_t from = at.position();
    const auto address = at.prefixed_hex();
    if (!address || address->digits != digits_of_pointer || !at.literal(" (")) return Found::Nothing;
    frame.address_text = line.substr(from, 2 + address->digits);
    const auto module = at.until(')');
    if (!module || module->empty() || !at.literal(") ") || trimmed(at.rest()) != nameless)
      return Found::Nothing;
    frame.replaced = {at.position() - 1, line.size()};
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Stack;
    report.take_holder(frame);
    if (frame.image.name.empty()) frame.image.name = *module;
    return Found::Frame;
  }

 private:
  // "C:\Games\Kiosk.exe:Kiosk.exe (00007FF6D0A00000), size: 675840 (result: 0), SymType: …"
  static bool read_module(std::string_view text, Report& report) {
    const std::size_t mark = text.find(size_mark);
    if (mark == std::string_view::npos || mark < digits_of_pointer + 2) return false;
    const std::size_t open = mark - digits_of_pointer - 1;
    const std::size_t colon = text.substr(0, open).rfind(':');
    if (text[open] != '(' || colon == std::string_view::npos || !text.contains("SymType: ")) return false;
    Scanner at(text, open + 1);
    const auto begin = at.hex();
    at.literal(size_mark);
    const auto size = at.decimal();
    if (!begin || begin->digits != digits_of_pointer || !size || !size->fits) return false;
    ListedImage image;
    image.begin = begin->value;
    image.end = size->value < UINT64_MAX - begin->value ? begin->value + size->value : UINT64_MAX;
    image.name = trimmed(text.substr(colon + 1, open - colon - 1));
    if (report.image_named(image.name) != nullptr) report.begin();  // the list begins anew
    report.add_image(std::move(image));
    return true;
  }
};

}  // namespace

std::unique_ptr<Format> unity_stack() { return std::make_unique<UnityStack>(); }

}  // namespace symkit::crashlog
