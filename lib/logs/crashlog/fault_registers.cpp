// The registers that small systems print in a crash: Zephyr, Mbed OS, RIOT, CmBacktrace, custom handlers.
//   E: r3/a4:  0x20000f80 r12/ip:  0x00000000 r14/lr:  0x0000053f
//   E: Faulting instruction address (r15/pc): 0x00000514      older releases: "address:  0x514", "address =
//   0x514"
//     R12: 00000000  LR : 08001c57  PC : 08001c5e  PSR: 61000000
//   MEPC    : 0x42007a2e  RA      : 0x42007a32  SP      : 0x3fc93d20
//   E:       1: fp: 000000008000dc50   ra: 000000008000042a [func2+0x30]
// A line with only registers, one of which is the program counter or holds a return address. Addresses
// are the file's, with 32 bits: firmware is not moved.
#include <algorithm>
#include <array>

#include "ground/base/characters.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view zephyr_place = "Faulting instruction address";
constexpr std::size_t digits_of_register = 8;  // at least
// In a handler ARM's link register holds a special value instead of an address.
constexpr std::uint64_t first_no_address = 0xffffff00;

bool is_among(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::any_of(
      names, [&](std::string_view one) { return std::ranges::equal(one, name, {}, {}, lower_case); });
}

bool is_program_counter(std::string_view name) {
  static constexpr std::array<std::string_view, 6> all = {"pc", "r15/pc", "r15", "mepc", "sepc", "elr_eln"};
  return is_among(name, all);
}

bool is_link(std::string_view name) {
  static constexpr std::array<std::string_view, 4> all = {"lr", "r14/lr", "r14", "ra"};
  return is_among(name, all);
}

bool is_of_register_name(char c) {
  return is_digit(c) || (lower_case(c) >= 'a' && lower_case(c) <= 'z') || c == '/' || c == '_';
}

struct Register {
  std::string_view name;
  Number value;
  std::string_view text;
};

// "r14/lr:  0x0000053f", "PC : 08001c5e", "pc = 0x514"
std::optional<Register> read_register(Scanner& at) {
  const std::size_t from = at.position();
  while (is_of_register_name(at.peek())) at.seek(at.position() + 1);
  const std::string_view name = at.since(from);
  if (name.empty() || name.size() > digits_of_register) return std::nullopt;
  const bool stands_apart = at.blanks() > 0;
  if (!at.literal(':') && (!stands_apart || !at.literal('='))) return std::nullopt;
  at.blanks();
  const std::size_t value_from = at.position();
  auto value = at.prefixed_hex();
  if (!value) {
    value = at.hex();
    if (!value || value->digits < digits_of_register) return std::nullopt;
  }
  return Register{name, *value, at.since(value_from)};
}

// "1: ", "backtrace  1: ", before the registers of a frame.
void skip_number(Scanner& at) {
  at.blanks();
  const std::size_t from = at.position();
  at.literal("backtrace");
  at.blanks();
  if (!at.decimal() || !at.literal(": ")) at.seek(from);
}

// Mbed's "FaultType: HardFault", RIOT's "Context before hardfault:", Zephyr's "***** MPU FAULT *****"
std::optional<Cause> firmwares_cause(std::string_view text) {
  if (take_word(text, "FaultType: ")) return cause(Knows::Error, text);
  if (text.starts_with("Context before hardfault:")) return cause(Knows::Error, "hard fault");
  if (!take_before(text, "***** ")) return std::nullopt;
  const auto kind = take_before(text, " *****");
  if (!kind || !kind->ends_with(" FAULT")) return std::nullopt;
  return cause(Knows::Error, say(kind->substr(0, kind->find(' ')), " fault"));
}

class FaultRegisters : public Format {
 public:
  ReadCause causes() const override { return firmwares_cause; }
  Marks marks() const override { return {" 0x", " mepc: ", " ra: ", " lr: "}; }
  Marks headings() const override {
    return {"MEPC", "mepc", "PC =",  "pc =",    "PC : ",   "PC: 0", "pc: 0",     "R12:",
            "R12 ", "LR =", "LR : ", "PC   : ", "LR   : ", "lr: 0", zephyr_place};
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (const std::size_t place = line.find(zephyr_place, start); place != std::string_view::npos) {
      Scanner at(line, place + zephyr_place.size());
      // A PowerPC's kernel has a single blank behind "address:".
      if (!at.literal(" (r15/pc): ") && !at.literal(":  ") && !at.literal(" = ")) return Found::Nothing;
      const std::size_t from = at.position();
      const auto address = at.prefixed_hex();
      if (!address || !trimmed(at.rest()).empty()) return Found::Nothing;
      take({"pc", *address, at.since(from)}, at.position(), frame);
      frame.shares_line = false;
      return Found::Frame;
    }
    const std::size_t first = behind_level(line, start);
    if (!are_registers(line, first)) return Found::Nothing;
    return read_further(line, first, report, frame) ? Found::Frame : Found::Nothing;
  }

  bool read_further(std::string_view line, std::size_t from, Report& /*report*/, Frame& frame) override {
    Scanner at(line, from);
    skip_number(at);
    for (at.blanks(); !at.at_end(); at.blanks()) {
      const auto one = read_register(at);
      if (!one) return false;
      const bool is_place = is_program_counter(one->name) || is_link(one->name);
      if (!is_place || one->value.value >= first_no_address) continue;
      take(*one, at.position(), frame);
      return true;
    }
    return false;
  }

 private:
  // "E: ", "<err> os: ", before Zephyr's registers.
  static std::size_t behind_level(std::string_view line, std::size_t start) {
    Scanner at(line, start);
    at.blanks();
    if (at.literal("E: ")) return at.position();
    constexpr std::string_view error = "<err> os: ";
    const std::size_t found = line.find(error, start);
    return found == std::string_view::npos ? at.position() : found + error.size();
  }

  // Only registers, except for the name of a frame's function.
  static bool are_registers(std::string_view line, std::size_t from) {
    Scanner at(line, from);
    skip_number(at);
    at.blanks();
    if (at.at_end()) return false;
    for (; !at.at_end(); at.blanks()) {
      if (at.peek() == '[') return at.rest().contains("+0x") && trimmed(at.rest()).ends_with(']');
      const auto one = read_register(at);
      if (!one || !one->value.fits) return false;
      const bool may_be_wide = one->value.digits == digits_of_address;
      const bool is_place = is_program_counter(one->name) || is_link(one->name);
      if (one->value.value > UINT32_MAX && (is_place || !may_be_wide)) return false;
    }
    return true;
  }

  // A call trace may begin with the interrupted instruction.
  void take(const Register& one, std::size_t end, Frame& frame) {
    frame.address_text = one.text;
    frame.replaced = {end, end};
    frame.shares_line = true;
    frame.stands_alone = true;
    frame.file_address = usable(one.value, frame);
    if (!is_link(one.name)) interrupted_ = one.value.value;
    const bool is_exact = interrupted_ == one.value.value;
    frame.address_of = is_exact ? AddressOf::Instruction : AddressOf::Return;
  }

  std::optional<std::uint64_t> interrupted_;
};

}  // namespace

std::unique_ptr<Format> fault_registers() { return std::make_unique<FaultRegisters>(); }

}  // namespace symkit::crashlog
