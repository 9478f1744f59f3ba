// Stacks of glog, Abseil and folly, and of programs that print in their form:
//   PC: @     0x55d0c1a2ba2b  (unknown)
//       @     0x55d0c1a2ba2b  (unknown)        Abseil has the frame's size before the name
//       @ 000055d0c1a2ba2b main                folly
// They name no image: lines of /proc/PID/maps, which programs print after the stack, show where the
// images were. "PC" is the instruction, and so is the frame with the same address, which a signal
// interrupted; the others are return addresses.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/program_message.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t digits_of_folly = 16;

// "*** SIGSEGV (@0x0) received by PID 4711", "*** SIGSEGV received at time=1650000000 on cpu 3 ***", "F0812
// 20:32:32.874783   47273 file.h:195] Log fatal.", TensorFlow's "F tensorflow/core/till.cc:12] Check failed:
// x"
std::optional<Cause> glogs_cause(std::string_view text) {
  if (text.starts_with("*** SIG") && (text.contains("(@0x") || text.contains(" received at time=")))
    return signalled(signal_in(text), address_behind(text, "(@"));
  const bool is_tensorflows = text.starts_with("F ");
  if (text.size() < 10 || text[0] != 'F' || (!is_tensorflows && (!is_digit(text[1]) || !is_digit(text[4]))))
    return std::nullopt;
  const auto prefix = take_before(text, "] ");
  if (!prefix || prefix->size() > 160 || !prefix->contains(':')) return std::nullopt;
  if (is_tensorflows && prefix->substr(2).contains(' ')) return std::nullopt;
  return fatal_message(text);
}

class GlogStack : public Format {
 public:
  ReadCause causes() const override { return glogs_cause; }
  Marks marks() const override { return {"0x", "@ 0000"}; }
  Marks headings() const override { return {"*** Aborted at ", "*** Check failure stack trace", "*** SIG"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (read_heading(trimmed(line.substr(start)), report)) return Found::Context;
    Scanner at(line, start);
    at.blanks();
    const bool is_pc = at.literal("PC: ");
    if (!at.literal('@') || at.blanks() == 0) return Found::Nothing;
    const std::size_t from = at.position();
    const bool has_prefix = at.rest().starts_with("0x");
    const auto address = has_prefix ? at.prefixed_hex() : at.hex();
    if (!address || (!has_prefix && address->digits != digits_of_folly)) return Found::Nothing;
    frame.address_text = at.since(from);
    if (at.blanks() == 0) return Found::Nothing;
    frame.replaced = {from + frame.address_text.size(), line.size()};
    read_name(at, frame);
    frame.runtime_address = usable(*address, frame);
    if (is_pc) interrupted_ = frame.runtime_address;
    const bool is_exact = is_pc || (interrupted_ && interrupted_ == frame.runtime_address);
    frame.address_of = is_exact ? AddressOf::Instruction : AddressOf::Return;
    frame.unmoved_if_fixed = true;
    report.take_holder(frame);
    return Found::Frame;
  }

 private:
  // Earlier mappings are those of another process.
  bool read_heading(std::string_view text, Report& report) {
    const bool begins = text.starts_with("*** Aborted at ") ||
                        text.starts_with("*** Check failure stack trace") ||
                        (text.starts_with("*** SIG") && text.contains(" received at time="));
    if (!begins) return false;
    report.begin();
    interrupted_.reset();
    return true;
  }

  // "(unknown)", "f()", "48  (unknown)", "(unknown)  f()": the size is kept.
  static void read_name(Scanner& at, Frame& frame) {
    Scanner behind = at;
    const bool lacks_size = behind.literal("(unknown)") && !trimmed(behind.rest()).empty();
    if (lacks_size || behind.decimal()) {
      const std::size_t end = behind.position();
      if (behind.blanks() > 0) {
        frame.replaced.begin = end;
        at = behind;
      }
    }
    frame.symbol = trimmed(at.rest());
    if (frame.symbol == "(unknown)") frame.symbol = {};
    frame.readable = !frame.symbol.empty();
  }

  std::optional<std::uint64_t> interrupted_;
};

}  // namespace

std::unique_ptr<Format> glog_stack() { return std::make_unique<GlogStack>(); }

}  // namespace symkit::crashlog
