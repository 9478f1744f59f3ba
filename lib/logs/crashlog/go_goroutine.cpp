// Stacks of a Go program without a table of files: Go always writes one, but strippers remove it.
//   goroutine 18 [running]:
//   main.pick[...](0x0?, {0x0?, 0x0?})
//   	?:0 +0x1b
//   created by main.main in goroutine 1
//   	?:0 +0x66 fp=0xc000080fe0 sp=0xc000080f80 pc=0x49e6a5
// The offset counts from the beginning of the function that the line before names. It is a return
// address, except in the function that a signal interrupted, which "[signal SIGSEGV: … pc=0x49e6a5]"
// above the stack shows. Lines with files are left unchanged.
#include <algorithm>
#include <string>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// Where the arguments of "main.(*shelf).at(0x1, {0x2, 0x3})" begin; npos if the line does not end with
// arguments.
std::size_t arguments_at(std::string_view call) {
  if (!call.ends_with(')')) return std::string_view::npos;
  std::size_t depth = 0;
  for (std::size_t i = call.size(); i-- != 0;) {
    if (call[i] == ')') ++depth;
    if (call[i] == '(' && --depth == 0) return i == 0 ? std::string_view::npos : i;
  }
  return std::string_view::npos;
}

class GoGoroutine : public Format {
 public:
  Marks marks() const override { return {"[signal SIG", " sigcode="}; }
  Marks headings() const override { return {"goroutine ", "runtime stack:", "[originating from"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    if (hear_signal(at)) return Found::Nothing;  // its address is another format's frame
    if (begins_goroutine(at)) return begin(report);
    if (!within_) return Found::Nothing;
    if (at.at_end() || ++lines_without_frame_ > most_lines_without_frame) return end(report);
    if (take_name(trimmed(at.rest()))) return Found::Context;
    return take_place(at, line, report, frame);
  }

 private:
  static constexpr std::size_t most_lines_without_frame = 8;

  bool hear_signal(Scanner at) {
    constexpr std::string_view in_signal = " pc=0x";
    const std::string_view text = at.rest();
    if (text.starts_with("[signal SIG") && text.contains(in_signal)) {
      at.seek(at.position() + text.find(in_signal) + 4);
    } else if (!text.starts_with("PC=0x") || !text.contains(" sigcode=")) {
      return false;
    } else {
      at.literal("PC=");
    }
    const auto address = at.prefixed_hex();
    signal_at_ = address && address->fits ? address->value : 0;
    goroutines_since_signal_ = 0;
    return true;
  }

  static bool begins_goroutine(Scanner at) {
    const std::string_view text = trimmed(at.rest());
    if (text == "runtime stack:" ||
        (text.starts_with("[originating from goroutine ") && text.ends_with("]:")))
      return true;
    return at.literal("goroutine ") && at.decimal() && at.literal(' ') && trimmed(at.rest()).ends_with("]:");
  }

  Found begin(Report& report) {
    report.see_every_line(true);
    within_ = true;
    lines_without_frame_ = 0;
    name_.clear();
    is_first_ = true;
    ++goroutines_since_signal_;
    return Found::Context;
  }

  Found end(Report& report) {
    report.see_every_line(false);
    within_ = false;
    return Found::Nothing;
  }

  // The line before a frame: the function called, or the one that began the goroutine.
  bool take_name(std::string_view text) {
    constexpr std::string_view created = "created by ", in = " in goroutine ";
    const bool is_creation = text.starts_with(created);
    const std::size_t end = is_creation ? std::min(text.find(in), text.size()) : arguments_at(text);
    if (end == std::string_view::npos) return false;
    const std::size_t begin = is_creation ? created.size() : 0;
    const std::string_view name = text.substr(begin, end - begin);
    if (name != "panic" && (name.contains(' ') || !name.contains('.'))) return false;
    may_be_interrupted_ = !is_creation && (is_first_ || name_ == "runtime.gopanic" || name_ == sigpanic);
    is_behind_sigpanic_ = name_ == sigpanic;
    name_ = name == "panic" ? "runtime.gopanic" : name;
    is_first_ = false;
    return true;
  }

  // "?:0 +0x1b", with registers or not; inlined calls have no offset.
  Found take_place(Scanner at, std::string_view line, Report& report, Frame& frame) {
    if (at.literal("...")) return Found::Nothing;  // "...12 frames elided..."
    const bool is_unplaced = at.literal("??:0") || at.literal("?:0") || at.literal(":0");
    if (!is_unplaced) return at.rest().contains(':') && !name_.empty() ? end(report) : Found::Nothing;
    if (name_.empty()) return Found::Nothing;
    lines_without_frame_ = 0;
    if (at.at_end()) return Found::Context;
    const std::size_t from = at.position() + 1;
    const auto offset = at.literal(" +") ? at.prefixed_hex() : std::nullopt;
    if (!offset || !offset->fits || offset->value == 0) return Found::Nothing;
    frame.address_text = at.since(from);
    frame.replaced = {line.size(), line.size()};
    frame.symbol = name_;
    frame.symbol_offset = offset->value;
    frame.readable = true;
    place_in_memory(at.rest(), offset->value, frame);
    return Found::Frame;
  }

  void place_in_memory(std::string_view registers, std::uint64_t offset, Frame& frame) const {
    constexpr std::string_view in_registers = " pc=";
    constexpr std::uint64_t alignment = 4;  // of functions, at least
    frame.address_of = AddressOf::Return;
    const std::size_t pc = registers.rfind(in_registers);
    Scanner at(registers, pc == std::string_view::npos ? registers.size() : pc + in_registers.size());
    if (const auto address = at.prefixed_hex(); address && address->fits) {
      frame.runtime_address = address->value;
      if (address->value == signal_at_ || is_behind_sigpanic_) frame.address_of = AddressOf::Instruction;
      return;
    }
    const bool is_its = may_be_interrupted_ && goroutines_since_signal_ == 1 && signal_at_ != 0;
    if (!is_its || (signal_at_ - offset) % alignment != 0) return;
    // Only the file shows whether this is really the function that was interrupted.
    frame.runtime_address = signal_at_;
    frame.address_of = AddressOf::Instruction;
  }

  static constexpr std::string_view sigpanic = "runtime.sigpanic";
  bool within_ = false;
  std::size_t lines_without_frame_ = 0;
  std::string name_;
  bool is_first_ = false;            // no call of this goroutine has been named yet
  bool may_be_interrupted_ = false;  // a signal may have interrupted this call …
  bool is_behind_sigpanic_ = false;  // … and did
  std::uint64_t signal_at_ = 0;
  std::size_t goroutines_since_signal_ = 0;
};

}  // namespace

std::unique_ptr<Format> go_goroutine() { return std::make_unique<GoGoroutine>(); }

}  // namespace symkit::crashlog
