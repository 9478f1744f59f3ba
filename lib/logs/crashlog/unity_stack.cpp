// Stacks of Unity's players, frames without a name. On Windows, after a list of modules:
//   C:\Games\Kiosk.exe:Kiosk.exe (00007FF6D0A00000), size: 675840 (result: 0), SymType: '-exported-', PDB: …
//   0x00007FF6D0A1B2C3 (Kiosk) (function-name not available)
// For a module with exported names only, the name that follows is the nearest of these. On Linux:
//   #1  0x007fa69e361980 in (Unknown)
// Addresses are of the process. The first frame of a crash on Windows is the instruction; all others are
// return addresses.
#include <array>
#include <set>
#include <string>
#include <utility>

#include "ground/base/characters.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view size_mark = "), size: ";
constexpr std::string_view nameless = "(function-name not available)";
constexpr std::string_view exported_alone = "SymType: '-exported-'";
constexpr std::string_view linux_nameless = "in (Unknown)";
// Older releases have a single T.
constexpr std::array<std::string_view, 2> stack_headings = {"OUTPUTTING STACK TRACE",
                                                            "OUTPUTING STACK TRACE"};
constexpr std::size_t digits_of_linux = 14;

class UnityStack : public Format {
 public:
  Marks marks() const override { return {"0x00", size_mark, nameless, stack_headings[0], stack_headings[1]}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (read_module(text, report)) return Found::Context;
    for (const std::string_view heading : stack_headings) {
      if (!text.contains(heading)) continue;
      is_behind_heading_ = is_first_ = true;
      return Found::Context;
    }
    const bool found = read_frame(line, start, report, frame) || read_linux(line, start, report, frame);
    return found ? Found::Frame : Found::Nothing;
  }

 private:
  // "0x00007FF6D0A1B2C3 (Kiosk) (function-name not available)"
  bool read_frame(std::string_view line, std::size_t start, Report& report, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    const std::size_t from = at.position();
    const auto address = at.prefixed_hex();
    const bool is_pointer =
        address && (address->digits == digits_of_address || address->digits == digits_of_address / 2);
    if (!is_pointer || !at.literal(" (")) return false;
    frame.address_text = line.substr(from, 2 + address->digits);
    const auto module = at.until(')');
    if (!module || module->empty() || !at.literal(") ")) return false;
    // Frames with names count, too.
    const bool begins = std::exchange(is_first_, false);
    frame.runtime_address = usable(*address, frame);
    report.take_holder(frame);
    if (frame.image.name.empty()) frame.image.name = *module;
    if (trimmed(at.rest()) != nameless && !exported_alone_.contains(frame.image.name)) return false;
    frame.replaced = {at.position() - 1, line.size()};
    frame.address_of = !is_behind_heading_ ? AddressOf::Stack
                       : begins            ? AddressOf::Instruction
                                           : AddressOf::Return;
    return true;
  }

  // "#1  0x007fa69e361980 in (Unknown)"
  static bool read_linux(std::string_view line, std::size_t start, Report& report, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    const auto number = numbered_frame(at);
    const auto address = prefixed_address(at, frame);
    if (!number || !address || address->digits != digits_of_linux) return false;
    frame.replaced = {at.position(), line.size()};
    const std::string_view behind = at.rest();
    if (!behind.starts_with(" in ")) return false;
    if (trimmed(behind) != linux_nameless) frame.symbol = trimmed(behind.substr(4));
    if (frame.symbol.contains(' ') && !frame.symbol.contains('(')) return false;
    take_number(*number, frame);
    frame.readable = !frame.symbol.empty();
    frame.runtime_address = usable(*address, frame);
    frame.unmoved_if_fixed = true;
    frame.address_of = AddressOf::Return;
    report.take_holder(frame);
    return true;
  }

  // "C:\Games\Kiosk.exe:Kiosk.exe (00007FF6D0A00000), size: 675840 (result: 0), SymType: …"
  bool read_module(std::string_view text, Report& report) {
    const std::size_t mark = text.find(size_mark);
    const std::size_t open = mark == std::string_view::npos ? mark : text.substr(0, mark).rfind('(');
    if (open == std::string_view::npos || !text.contains("SymType: ")) return false;
    const std::size_t colon = text.substr(0, open).rfind(':');
    Scanner at(text, open + 1);
    const auto begin = at.hex();
    if (colon == std::string_view::npos || !begin || begin->digits * 4 % 32 != 0 || !at.literal(size_mark))
      return false;
    const auto size = at.decimal();
    if (!size || !size->fits) return false;
    ListedImage image;
    image.begin = begin->value;
    image.end = size->value < UINT64_MAX - begin->value ? begin->value + size->value : UINT64_MAX;
    image.name = trimmed(text.substr(colon + 1, open - colon - 1));
    if (report.image_named(image.name) != nullptr) {  // the list begins again
      report.begin();
      exported_alone_.clear();
      is_behind_heading_ = false;
    }
    if (text.contains(exported_alone)) exported_alone_.emplace(image.name);
    report.add_image(std::move(image));
    return true;
  }

  std::set<std::string, std::less<>> exported_alone_;  // modules with exported names only
  bool is_behind_heading_ = false;
  bool is_first_ = false;  // the next frame
};

}  // namespace

std::unique_ptr<Format> unity_stack() { return std::make_unique<UnityStack>(); }

}  // namespace symkit::crashlog
