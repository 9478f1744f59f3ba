// Stacks of bcc's tools, and of bpftrace when it prints modules:
//       b'price+0x34 [libkiosk.so]'
//       price+0x34 [libkiosk.so]
//       0x00007f3a2c4011d5 [unknown] [libkiosk.so]
//       7f3a2c4011d5 price+52 (/usr/lib/libkiosk.so)
// Name and offset are looked up; without a name, the address, if mappings cover it. As unwound.
#include <array>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/symbol_place.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view unnamed_place = "[unknown]";

class BccStack : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 2> all = {"+0x", "[unknown] ["};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    if (at.blanks() < 2 && line[start] != '\t') return Found::Nothing;
    std::size_t end = line.size();
    while (end > at.position() && is_blank(line[end - 1])) --end;
    const bool is_bytes = at.literal("b'");
    if (is_bytes && (end == at.position() || line[end - 1] != '\'')) return Found::Nothing;
    const std::size_t from = at.position();
    const auto address = at.prefixed_hex();
    if (address && at.blanks() == 0) return Found::Nothing;
    const std::string_view text = line.substr(at.position(), end - at.position() - (is_bytes ? 1 : 0));
    const std::size_t bracket = text.rfind(" [");
    if (bracket == std::string_view::npos || !text.ends_with(']')) return Found::Nothing;
    const std::string_view module = text.substr(bracket + 2, text.size() - bracket - 3);
    const std::string_view place = text.substr(0, bracket);
    if (module.empty() || module.starts_with("0x") || module.find_first_of(" []<>") != std::string_view::npos)
      return Found::Nothing;
    if (!read_place(place, address.has_value(), frame)) return Found::Nothing;
    frame.address_text = address ? line.substr(from, 2 + address->digits) : place;
    frame.replaced = {end, end};
    take_path(module == "kernel" ? std::string_view("vmlinux") : module, frame);
    if (address) frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Stack;
    frame.unmoved_if_fixed = true;
    report.take_mapping(frame);
    return Found::Frame;
  }

 private:
  static bool read_place(std::string_view text, bool has_address, Frame& frame) {
    if (text == unnamed_place) return has_address;
    const auto place = read_symbol_offset(text);
    if (!place || place->symbol.empty() || place->symbol.starts_with('[')) return false;
    frame.symbol = place->symbol;
    frame.symbol_offset = usable(place->offset, frame);
    return true;
  }
};

}  // namespace

std::unique_ptr<Format> bcc_stack() { return std::make_unique<BccStack>(); }

}  // namespace symkit::crashlog
