#include "stacks/unwind/windows_epilogue.h"

#include "ground/base/cursor.h"
#include "stacks/unwind/x86_64_registers.h"

namespace symkit::unwind {
namespace {

constexpr std::size_t longest_epilogue = 64;

// An epilogue frees the stack by one instruction, pops registers, and returns or jumps to another function.
class Epilogue {
 public:
  Epilogue(const WindowsTable& table, std::uint64_t place, const Registers& registers, const Memory& memory)
      : table_(table),
        place_(place),
        registers_(registers),
        memory_(memory),
        at_(memory.at(registers.at(x86_64::code_pointer).value_or(0), longest_epilogue), Endian::Little),
        top_(registers.at(x86_64::stack_pointer).value_or(0)) {}

  std::optional<Registers> run() {
    for (bool is_first = true; !at_.at_end(); is_first = false) {
      read_prefix();
      const std::uint8_t operation = at_.u8();
      if (operation >= 0x58 && operation <= 0x5f) {
        if (!pop(operation & 7U)) return std::nullopt;
      } else if (!(is_first && frees_stack(operation))) {
        return leaves(operation) ? returned() : std::nullopt;
      }
    }
    return std::nullopt;
  }

 private:
  void read_prefix() {
    prefix_ = 0;
    Cursor ahead = at_;
    const std::uint8_t byte = ahead.u8();
    if (byte >> 4 != 4) return;
    prefix_ = byte;
    at_ = ahead;
  }
  bool is_wide() const { return (prefix_ & 8) != 0; }
  unsigned extended(unsigned number) const { return number + ((prefix_ & 1) != 0 ? 8 : 0); }

  bool pop(unsigned number) {
    const auto value = memory_.number(top_, x86_64::word);
    if (!value) return false;
    registers_.set(x86_64::numbers_in_instructions.at(extended(number)), *value);
    top_ += x86_64::word;
    return true;
  }

  std::uint64_t signed_8() { return static_cast<std::uint64_t>(std::int64_t{at_.i8()}); }
  std::uint64_t signed_32() {
    return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(at_.u32())});
  }

  // add rsp, number; lea rsp, [register + number]
  bool frees_stack(std::uint8_t operation) {
    constexpr std::uint8_t to_stack = 0xc4;
    if (!is_wide() || (operation != 0x81 && operation != 0x83 && operation != 0x8d)) return false;
    const std::uint8_t modes = at_.u8();
    if (operation == 0x83 && modes == to_stack) {
      top_ += signed_8();
    } else if (operation == 0x81 && modes == to_stack) {
      top_ += signed_32();
    } else if (operation == 0x8d && (modes >> 3 & 7) == 4 && (modes & 7) != 4) {
      const auto base = registers_.at(x86_64::numbers_in_instructions.at(extended(modes & 7U)));
      const unsigned mode = modes >> 6;
      if (!base || (mode != 1 && mode != 2)) return false;
      top_ = *base + (mode == 1 ? signed_8() : signed_32());
    } else {
      return false;
    }
    return !at_.failed();
  }

  bool leaves(std::uint8_t operation) {
    switch (operation) {
      case 0xc3: return true;
      case 0xc2: more_ = at_.u16(); return !at_.failed();
      case 0xf3: return at_.u8() == 0xc3;
      case 0xeb: return jumps_out(signed_8());
      case 0xe9: return jumps_out(signed_32());
      case 0xff: {
        // Through memory that is told relative to the code, or a register.
        const std::uint8_t modes = at_.u8();
        return modes == 0x25 || (is_wide() && (modes & 0xf8) == 0xe0);
      }
      default: return false;
    }
  }

  bool jumps_out(std::uint64_t distance) const {
    return !at_.failed() && table_.leads_elsewhere(place_, place_ + at_.offset() + distance);
  }

  std::optional<Registers> returned() {
    const auto to = memory_.number(top_, x86_64::word);
    if (!to) return std::nullopt;
    registers_.set(x86_64::code_pointer, *to);
    registers_.set(x86_64::stack_pointer, top_ + x86_64::word + more_);
    return registers_;
  }

  const WindowsTable& table_;
  std::uint64_t place_;
  Registers registers_;
  const Memory& memory_;
  Cursor at_;
  std::uint64_t top_;
  std::uint8_t prefix_ = 0;
  std::uint16_t more_ = 0;  // that the return frees
};

}  // namespace

std::optional<Registers> caller_after_epilogue(const WindowsTable& table, std::uint64_t place,
                                               const Registers& registers, const Memory& memory) {
  return Epilogue(table, place, registers, memory).run();
}

}  // namespace symkit::unwind
