// Stacks of GNU Fortran's library; the place of a frame with a name is in the next line:
//   Backtrace for this error:
//   #0  0x153e8e837d21 in ???
//   #6  0x8f6bbf in __ledger_MOD_total
//   	at /src/ledger.f90:12
//   #0  0x10dccbafd                              macOS, and without debug information
// They name no image: lines of /proc/PID/maps show where the images were, and a program that is not
// position-independent is where its file says. Addresses are within the calls already, or of the
// instruction where a signal came. Read in libgfortran/runtime/backtrace.c and libbacktrace.
#include <utility>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view fortran_heading = "Backtrace for this error:";
constexpr std::string_view fortran_termination = "Error termination. Backtrace:";

bool announces_fortrans(std::string_view text) {
  return text.starts_with(fortran_heading) || text.starts_with(fortran_termination);
}

// "Fortran runtime error: End of file"; of a signal it says what gdb says.
std::optional<Cause> fortrans_cause(std::string_view text) {
  if (take_word(text, "Fortran runtime error: ")) return reason("Fortran runtime error", text);
  if (take_word(text, "ERROR STOP ")) return reason("error stop", text);
  return announces_fortrans(text) ? std::optional(stack_follows(Role::Crashed)) : std::nullopt;
}

class FortranBacktrace : public Format {
 public:
  ReadCause causes() const override { return fortrans_cause; }
  Marks marks() const override { return {" 0x"}; }
  Marks headings() const override { return {fortran_heading, fortran_termination}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    if (announces_fortrans(at.rest())) {
      report.begin();
      is_behind_heading_ = true;
      return Found::Context;
    }
    const auto number = numbered_frame(at);
    const auto address = prefixed_address(at, frame);
    if (!number || !address) return Found::Nothing;
    const std::string_view behind = trimmed(at.rest());
    const bool is_bare = behind.empty() && is_behind_heading_;
    if (!is_bare && behind != "in ???" && !(is_behind_heading_ && is_name(behind))) return Found::Nothing;
    take_number(*number, frame);
    if (is_name(behind)) {
      frame.said.function = behind.substr(3);
      return Found::Named;
    }
    frame.replaced = {at.position(), line.size()};
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Call;
    frame.unmoved_if_fixed = true;
    report.take_holder(frame);
    return Found::Frame;
  }

 private:
  // "in __ledger_MOD_total", a symbol.
  static bool is_name(std::string_view behind) {
    return behind.starts_with("in ") && behind != "in ???" && !behind.substr(3).contains(' ') &&
           !behind.contains('(');
  }

  bool is_behind_heading_ = false;
};

}  // namespace

std::unique_ptr<Format> fortran_backtrace() { return std::make_unique<FortranBacktrace>(); }

}  // namespace symkit::crashlog
