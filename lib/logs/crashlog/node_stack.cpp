// The native stacks that Node.js prints when it aborts:
//    1: 0xd3a3c0 node::Abort() [node]
//    2: 0x7f3a2c4011d5  [/opt/kiosk/kiosk.node]
//    1: 00007FF61B9B79CF node::OnFatalError+301          Windows: the nearest export, no image
// Addresses are of the process: lines of /proc/PID/maps give the positions of its images, or the program
// itself if it is not position-independent, as official builds of Node are. All are return addresses.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/program_message.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// V8: "# Fatal error in ../../src/a.cc, line 394", then "# Check failed: a == b."
std::optional<Cause> v8s_cause(std::string_view text) {
  if (take_word(text, "# Fatal error") || take_word(text, "# Runtime error in "))
    return reason("fatal error");
  if (text == "# V8 correctness failure") return reason("V8 correctness failure");
  if (text.starts_with("## V8 sandbox violation")) return reason("V8 sandbox violation");
  if (take_word(text, "abort: CSA_"))
    return take_before(text, ": ") ? reason("assertion failed", checked_in(text.substr(0, text.rfind(" ["))))
                                   : reason("assertion failed");
  const bool is_correctness = take_word(text, "# V8 correctness ");
  if (!is_correctness && (!take_word(text, "# ") || text.empty())) return std::nullopt;
  Cause made = is_correctness ? reason("V8 correctness failure", text) : fatal_message(text);
  made.appends = is_correctness;
  made.continues = true;
  made.refines = is_correctness ? "V8 correctness failure" : "fatal error";
  return made;
}

std::optional<Cause> nodes_cause(std::string_view text) {
  if (take_word(text, "FATAL ERROR: ") || take_word(text, "## FATAL ERROR: ")) {
    const bool is_memory = text.contains("out of memory") || text.contains("Allocation failed");
    return is_memory ? reason("out of memory") : reason("fatal error", checked_in(text));
  }
  if (!take_word(text, "[UnhandledPromiseRejection: ")) return v8s_cause(text);
  const bool says_why = take_before(text, " with the reason ").has_value();
  return reason("unhandled rejection", says_why ? text.substr(0, text.rfind(".]")) : std::string_view());
}

class NodeStack : public Format {
 public:
  ReadCause causes() const override { return nodes_cause; }
  Marks marks() const override { return {": 0x", " 0000"}; }
  Marks headings() const override { return {native_heading}; }

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
    const bool is_windows = at.rest().starts_with("0000");
    const auto address = is_windows ? at.hex() : at.prefixed_hex();
    if (!address || !at.literal(' ')) return Found::Nothing;
    frame.address_text = line.substr(from, at.position() - 1 - from);
    if (is_windows) return read_windows(*number, *address, at, line, frame);
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
  // "node::OnFatalError+301"
  static Found read_windows(const Number& number, const Number& address, Scanner& at, std::string_view line,
                            Frame& frame) {
    const std::string_view text = trimmed(at.rest());
    const std::size_t plus = text.rfind('+');
    if (address.digits != digits_of_address || plus == std::string_view::npos || plus == 0)
      return Found::Nothing;
    Scanner offset(text, plus + 1);
    if (!offset.decimal() || !offset.at_end()) return Found::Nothing;
    take_number(number, frame);
    frame.symbol = text.substr(0, plus);
    frame.readable = frame.names_nearest = true;
    frame.runtime_address = usable(address, frame);
    frame.address_of = AddressOf::Return;
    frame.replaced = {at.position() - 1, line.size()};
    return Found::Frame;
  }

  static constexpr std::string_view native_heading = "----- Native stack trace -----";
};

}  // namespace

std::unique_ptr<Format> node_stack() { return std::make_unique<NodeStack>(); }

}  // namespace symkit::crashlog
