// Go's messages about code that is not Go, when a program crashes in it:
//   SIGSEGV: segmentation violation
//   PC=0x55d0c1a2ba2b m=0 sigcode=1 addr=0x0
//   [signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x55d0c1a2ba2b]
//   runtime: unexpected return pc for runtime.sigpanic called from 0x55d0c1a2ba2b
//   non-Go function at pc=0x55d0c1a2ba2b
//   non-Go function
//   	pc=0x55d0c1a2ba2b
//   panic: runtime error at 0x00000000002053f1: nil pointer dereference
// The last is TinyGo's, which has no more information. The two before are of a program with its own
// traceback function, which has to step back into the calls itself (runtime.SetCgoTraceback). Go's own
// frames have their lines. Addresses are of the process, or of the file if it is not
// position-independent.
#include <utility>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view heading = "non-Go function";

class GoNative : public Format {
 public:
  Marks marks() const override { return {"PC=0x", "pc=0x", " called from 0x", "runtime error at 0x"}; }
  Marks headings() const override { return {heading}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    if (trimmed(at.rest()) == heading) {
      within_ = true;
      return Found::Context;
    }
    const bool is_within = std::exchange(within_, false);
    const std::size_t from = find_address(line, at, is_within, frame);
    if (from == std::string_view::npos) return Found::Nothing;
    at.seek(from);
    const auto address = at.prefixed_hex();
    if (!address || address->value == 0) return Found::Nothing;
    frame.address_text = at.since(from);
    const std::string_view behind = trimmed(at.rest());
    if (is_alone_ && !behind.empty()) return Found::Nothing;
    frame.replaced = {line.size(), line.size()};
    frame.runtime_address = usable(*address, frame);
    frame.unmoved_if_fixed = true;
    report.take_holder(frame);
    return Found::Frame;
  }

 private:
  // Where the line has its address; npos if it is none of these lines.
  std::size_t find_address(std::string_view line, Scanner at, bool is_within, Frame& frame) {
    constexpr std::string_view in_signal = " pc=0x", called = " called from 0x";
    is_alone_ = false;
    frame.address_of = AddressOf::Instruction;
    if (at.literal("PC="))
      return at.rest().contains(" m=") && at.rest().contains(" sigcode=") ? at.position() : npos;
    if (at.literal("[signal SIG")) {
      const std::size_t pc = line.find(in_signal, at.position());
      return pc != npos && line.ends_with(']') ? pc + in_signal.size() - 2 : npos;
    }
    // The address points into the call that panics; after a signal it is the instruction itself.
    if (at.literal("panic: runtime error at ")) {
      const std::size_t behind = line.find(": ", at.position());
      if (behind == npos) return npos;
      if (!line.substr(behind).starts_with(": caught signal ")) frame.address_of = AddressOf::Call;
      return at.position();
    }
    is_alone_ = true;
    frame.address_of = AddressOf::Return;
    if (at.literal("non-Go function at ")) is_within = true;
    if (is_within && at.literal("pc=")) {
      frame.address_of = AddressOf::Call;
      return at.position();
    }
    const std::size_t caller = line.find(called, at.position());
    const bool is_lost = at.literal("runtime: unexpected return pc for ") && caller != npos;
    return is_lost ? caller + called.size() - 2 : npos;
  }

  static constexpr std::size_t npos = std::string_view::npos;
  bool within_ = false;
  bool is_alone_ = false;  // nothing may follow the address
};

}  // namespace

std::unique_ptr<Format> go_native() { return std::make_unique<GoNative>(); }

}  // namespace symkit::crashlog
