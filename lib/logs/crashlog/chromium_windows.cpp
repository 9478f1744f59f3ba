// Stacks of Chromium and chromedriver on Windows:
//   	base::debug::StackTrace::StackTrace [0x00007FF6A73F12D2+18]      a tab, and the offset is decimal
//   	(No symbol) [0x00007FF6A725B572]                                 newer ones say 0x0x7ff6a725b572
//   	0x7ff679d488e5                         after "Dumping unresolved backtrace:"
//   	chromedriver!GetHandleVerifier [0xbdcdf3+10b03]                  with the module, and a hexadecimal
//   offset
// They name no image. A name is that of the export before the address, which may be in another function,
// so the result replaces it. Return addresses, except the first after "Received fatal exception".
#include <utility>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t fewest_digits = 8, fewest_with_module = 5;
constexpr std::string_view fatal = "Received fatal exception ";

// "0x00007FF6A73F12D2", "0x0x7ff6a725b572", and the part that is the address.
std::optional<Number> read_address(Scanner& at, std::size_t& from, std::size_t fewest) {
  if (at.rest().starts_with("0x0x")) at.literal("0x");
  from = at.position();
  const auto address = at.prefixed_hex();
  return address && address->digits >= fewest ? address : std::nullopt;
}

class ChromiumWindows : public Format {
 public:
  Marks marks() const override { return {" [0x"}; }
  Marks headings() const override { return {fatal}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (trimmed(line.substr(start)).starts_with(fatal)) {
      report.begin();
      interrupted_ = true;
      return Found::Context;
    }
    const Found found = read_frame(line, start, frame);
    if (found != Found::Frame) return found;
    const bool is_exact = std::exchange(interrupted_, false);
    frame.address_of = is_exact ? AddressOf::Instruction : AddressOf::Return;
    return Found::Frame;
  }

 private:
  // "GetHandleVerifier [0x00DAC1C3+27395]", "(No symbol) [0x00D43DC4]", also followed by a place in the
  // source.
  static Found read_frame(std::string_view line, std::size_t start, Frame& frame) {
    Scanner at(line, start);
    if (at.blanks() == 0) return Found::Nothing;
    const std::size_t name_from = at.position();
    const std::size_t bracket = line.find(" [0x", name_from);
    if (bracket == std::string_view::npos) return Found::Nothing;
    std::string_view name = line.substr(name_from, bracket - name_from);
    const std::string_view module = name.substr(0, name.find('!'));
    const bool has_module = module.size() < name.size() && !module.contains(' ');
    if (has_module) name.remove_prefix(module.size() + 1);
    at.seek(bracket + 2);
    std::size_t from = 0;
    const auto address = read_address(at, from, has_module ? fewest_with_module : fewest_digits);
    if (!address || name.empty() || is_blank(name.back()) || name.front() == '[') return Found::Nothing;
    frame.address_text = at.since(from);
    const bool has_offset = at.literal('+') && (has_module ? at.hex() : at.decimal());
    if (has_offset == (name == "(No symbol)") || !at.literal(']')) return Found::Nothing;
    const std::string_view behind = trimmed(at.rest());
    if (has_offset) frame.said.function = name;
    if (!behind.empty() && behind != last_group(behind)) return Found::Nothing;
    if (!behind.empty())
      return crashlog::read_place(behind.substr(1, behind.size() - 2), frame.said) ? Found::Named
                                                                                   : Found::Context;
    if (has_module) frame.image.name = module;
    frame.replaced = {bracket - name.size(), bracket};
    frame.runtime_address = usable(*address, frame);
    return Found::Frame;
  }

  bool interrupted_ = false;
};

}  // namespace

std::unique_ptr<Format> chromium_windows() { return std::make_unique<ChromiumWindows>(); }

}  // namespace symkit::crashlog
