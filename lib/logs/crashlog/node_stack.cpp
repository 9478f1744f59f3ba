// The native stacks that Node.js prints when it aborts:
//    1: 0xd3a3c0 node::Abort() [node]
//    2: 0x7f3a2c4011d5  [/opt/kiosk/kiosk.node]
// Addresses are of the process: lines of /proc/PID/maps give the positions of its images, or the program
// itself if it is not position-independent, as official builds of Node are. All are return addresses.
#include <array>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class NodeStack : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 1> all = {": 0x"};
    return all;
  }
  std::span<const std::string_view> headings() const override {
    static constexpr std::array<std::string_view, 1> all = {native_heading};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (trimmed(line.substr(start)) == native_heading) {
      report.begin();  // earlier mappings are those of another process
      return Found::Context;
    }
    Scanner at(line, start);
    at.blanks();
    const auto number = at.decimal();
    if (!number || number->digits > 3 || !at.literal(": ")) return Found::Nothing;
    const std::size_t from = at.position();
    const auto address = at.prefixed_hex();
    if (!address || !at.literal(' ')) return Found::Nothing;
    frame.address_text = line.substr(from, at.position() - 1 - from);
    frame.replaced = {at.position() - 1, line.size()};
    const std::string_view text = trimmed(at.rest());
    const std::size_t module = text.rfind('[');
    if (module == std::string_view::npos || !text.ends_with(']')) return Found::Nothing;
    const std::string_view path = text.substr(module + 1, text.size() - module - 2);
    if (path.empty() || (module != 0 && text[module - 1] != ' ')) return Found::Nothing;
    if (path.starts_with("L:")) return Found::Context;  // it has a file and a line
    take_number(*number, frame);
    take_mapped_path(path, frame);
    frame.symbol = trimmed(text.substr(0, module));
    frame.readable = !frame.symbol.empty();
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Return;
    frame.unmoved_if_fixed = true;
    report.take_mapping(frame);
    return Found::Frame;
  }

 private:
  static constexpr std::string_view native_heading = "----- Native stack trace -----";
};

}  // namespace

std::unique_ptr<Format> node_stack() { return std::make_unique<NodeStack>(); }

}  // namespace symkit::crashlog
