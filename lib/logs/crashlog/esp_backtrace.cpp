// The output of a crashed ESP32 on its serial port:
//   PC      : 0x400d15f4  PS      : 0x00060030  A0      : 0x800d2a3f  A1      : 0x3ffb1f20
//   Backtrace: 0x400d15f1:0x3ffb1f20 0x400d2a3c:0x3ffb1f40
//   abort() was called at PC 0x400d15f1 on core 0
// The address of the stack follows each colon. Addresses are the file's: firmware is not moved. The
// addresses of the backtrace point into the calls, three bytes before the return address; so does the
// first one, although it is not a call.
#include <utility>

#include "ground/base/one_of.h"
#include "logs/crashlog/address_row.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view backtrace = "Backtrace:";
constexpr std::string_view program_counter = "PC      : 0x";
constexpr std::string_view aborted = "abort() was called at PC ";
constexpr std::uint64_t step_back = 3;
// The processor's calls store the rotation of the register window in the top bits of a return address.
constexpr std::uint64_t address_bits = 0x3fffffff, code_bits = 0x40000000;

// "Guru Meditation Error: Core  1 panic'ed (StoreProhibited). Exception was unhandled."
std::optional<Cause> esps_cause(std::string_view text) {
  if (!take_word(text, "Guru Meditation Error: ") || !take_before(text, "panic'ed (")) return std::nullopt;
  return cause(Knows::Error, text.substr(0, text.find(')')));
}

class EspBacktrace : public Format {
 public:
  ReadCause causes() const override { return esps_cause; }
  Marks headings() const override { return {backtrace, program_counter, aborted}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    if (at.literal(aborted)) return read_abort(line, at, frame) ? Found::Frame : Found::Nothing;
    if (at.rest().starts_with(program_counter)) return read_registers(line, at.position(), frame);
    if (!at.literal(backtrace)) return Found::Nothing;
    at.blanks();
    if (!is_pair(line, at.position())) return Found::Nothing;
    is_first_ = true;
    return read_further(line, at.position(), report, frame) ? Found::Frame : Found::Nothing;
  }

  // "0x400d15f1:0x3ffb1f20"; the description is written after both.
  bool read_further(std::string_view line, std::size_t from, Report& /*report*/, Frame& frame) override {
    const auto address = next_of_row(line, from, frame);
    if (!address || line.find(':', frame.replaced.end) != frame.replaced.end) return false;
    Scanner at(line, frame.replaced.end + 1);
    if (!at.prefixed_hex()) return false;
    frame.replaced = {at.position(), at.position()};
    take(*address, frame);
    return true;
  }

 private:
  // "0x400d15f1 on core 0"; the description is written after it. It may be RISC-V, whose calls are
  // shorter than the step.
  static bool read_abort(std::string_view line, Scanner& at, Frame& frame) {
    const auto address = prefixed_address(at, frame);
    if (!address || !at.literal(" on core ")) return false;
    const std::size_t last = last_not_of<" \t">(line) + 1;
    frame.replaced = {last, last};
    frame.stands_alone = true;
    frame.file_address = usable(*address, frame);
    if (frame.file_address) *frame.file_address += step_back;
    frame.address_of = AddressOf::Return;
    return true;
  }

  static bool is_pair(std::string_view line, std::size_t from) {
    Scanner at(line, from);
    return at.prefixed_hex() && at.literal(":0x");
  }

  Found read_registers(std::string_view line, std::size_t from, Frame& frame) {
    const auto address = next_of_row(line, from, frame);
    if (!address || !line.substr(frame.replaced.end).starts_with("  PS      : 0x")) return Found::Nothing;
    frame.shares_line = false;
    const std::size_t last = last_not_of<" \t">(line) + 1;
    frame.replaced = {last, last};
    frame.file_address = usable(*address, frame);
    frame.stands_alone = true;
    interrupted_ = frame.file_address;
    return Found::Frame;
  }

  void take(const Number& address, Frame& frame) {
    frame.stands_alone = true;
    frame.file_address = usable(address, frame);
    frame.address_of = AddressOf::Call;
    if (!frame.file_address) return;
    std::uint64_t& place = *frame.file_address;
    if (place >> 31 == 1) place = (place & address_bits) | code_bits;
    const bool is_first = std::exchange(is_first_, false);
    if (!is_first || !interrupted_ || (place != *interrupted_ && place + step_back != *interrupted_)) return;
    place = *interrupted_;
    frame.address_of = AddressOf::Instruction;
  }

  bool is_first_ = false;
  std::optional<std::uint64_t> interrupted_;
};

}  // namespace

std::unique_ptr<Format> esp_backtrace() { return std::make_unique<EspBacktrace>(); }

}  // namespace symkit::crashlog
