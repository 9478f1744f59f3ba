// Stacks of Intel's Fortran compilers:
//   Image              PC                Routine            Line        Source
//   ledger             000000000092471A  Unknown               Unknown  Unknown
//   libc-2.17.so       00002B16B20D0495  __libc_start_main     Unknown  Unknown
//   ledger             000000000041E93B  MAIN__                    373  master.f90
// The columns of names are cut off at 17 bytes. Addresses are of the process: lines of /proc/PID/maps show
// where its images were, and a program that is not position-independent is where its file says. All are
// return addresses.
#include <algorithm>

#include "ground/base/characters.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view not_known = "Unknown";

// "forrtl: severe (174): SIGSEGV, segmentation fault occurred"
std::optional<Cause> intels_cause(std::string_view text) {
  if (!take_word(text, "forrtl: severe (") || !take_before(text, "): ")) return std::nullopt;
  if (const std::string_view signal = signal_in(text); !signal.empty() && text.starts_with(signal))
    return signalled(signal);
  return reason("Fortran runtime error", text);
}

class IntelFortran : public Format {
 public:
  ReadCause causes() const override { return intels_cause; }
  Marks marks() const override { return {" 0000"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    const std::string_view image = at.word();
    if (image.empty() || at.blanks() < 2) return Found::Nothing;
    const std::size_t from = at.position();
    const auto address = at.hex();
    frame.address_text = at.since(from);
    const bool is_row = address && (address->digits == digits_of_address || address->digits == 8);
    if (!is_row || at.blanks() != 2) return Found::Nothing;
    const std::size_t name_from = at.position();
    const std::string_view routine = at.word();
    at.blanks();
    const std::string_view number = at.word();
    const bool has_line = std::ranges::all_of(number, is_digit);
    if (routine.empty() || number.empty() || (!has_line && number != not_known) || at.blanks() == 0)
      return Found::Nothing;
    const std::string_view source = trimmed(at.rest());
    if (source.empty() || source.contains(' ')) return Found::Nothing;
    if (has_line) return take_named(routine, number, source, frame);
    take_mapped_path(image, frame);
    if (routine != not_known) frame.symbol = routine;
    frame.readable = !frame.symbol.empty();
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Return;
    frame.unmoved_if_fixed = true;
    frame.replaced = {name_from - 2, line.size()};
    report.take_mapping(frame);
    return Found::Frame;
  }

 private:
  static Found take_named(std::string_view routine, std::string_view number, std::string_view source,
                          Frame& frame) {
    frame.said = {.function = routine, .file = source, .line = take_number(number).value_or(0)};
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> intel_fortran() { return std::make_unique<IntelFortran>(); }

}  // namespace symkit::crashlog
