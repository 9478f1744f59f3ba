#include "stacks/unwind/x86_epilogue.h"

#include "ground/base/cursor.h"
#include "stacks/unwind/x86_64_registers.h"

namespace symkit::unwind {
namespace {

constexpr std::size_t longest_epilogue = 64;

// An epilogue frees the stack, pops registers, and returns or jumps to another function.
class Epilogue {
 public:
  Epilogue(const Surroundings& where, const X86Leaving& leaving)
      : where_(where),
        leaving_(leaving),
        begin_(where.registers.at(where.processor.code).value_or(0)),
        registers_(where.registers),
        at_(where.memory.at(begin_, longest_epilogue), Endian::Little),
        top_(where.registers.at(where.processor.stack).value_or(0)) {}

  std::optional<X86Return> run() {
    while (!at_.at_end()) {
      read_prefix();
      const std::uint8_t operation = at_.u8();
      const Cursor behind = at_;
      if (undoes(operation)) {
        has_undone_ = true;
        continue;
      }
      at_ = behind;
      if (computes(operation)) continue;
      at_ = behind;
      return leaves(operation) ? returned() : std::nullopt;
    }
    return std::nullopt;
  }

 private:
  static constexpr unsigned frame_in_instructions = 5;

  bool is_64_bit() const { return where_.processor.address_size == 8; }

  void read_prefix() {
    prefix_ = 0;
    if (!is_64_bit()) return;
    Cursor ahead = at_;
    const std::uint8_t byte = ahead.u8();
    if (byte >> 4 != 4) return;
    prefix_ = byte;
    at_ = ahead;
  }
  bool is_wide() const { return (prefix_ & 8) != 0; }
  unsigned register_of(unsigned number, std::uint8_t extension = 1) const {
    if (!is_64_bit()) return number;
    return x86_64::numbers_in_instructions.at(number + ((prefix_ & extension) != 0 ? 8 : 0));
  }

  bool undoes(std::uint8_t operation) {
    constexpr std::uint8_t leave = 0xc9;
    if (operation >= 0x58 && operation <= 0x5f) return pop(operation & 7U);
    if (operation == leave) return take_top_from_frame() && pop(frame_in_instructions);
    return frees_stack(operation);
  }

  // What the function returns may be computed last, from registers to registers.
  bool computes(std::uint8_t operation) {
    if (operation >= 0xb8 && operation <= 0xbf) {  // mov register, number
      at_.skip(is_wide() ? 8 : 4);
      return !at_.failed() && forget(register_of(operation & 7U));
    }
    constexpr std::uint8_t is_to_register = 2;
    bool to_register = (operation & is_to_register) != 0;
    switch (operation) {
      case 0x01:  // add, or, and, sub, xor, mov
      case 0x03:
      case 0x09:
      case 0x0b:
      case 0x21:
      case 0x23:
      case 0x29:
      case 0x2b:
      case 0x31:
      case 0x33:
      case 0x89:
      case 0x8b: break;
      case 0x0f: {
        // movzx, movsx, imul
        const std::uint8_t second = at_.u8();
        if (second != 0xaf && second != 0xb6 && second != 0xb7 && second != 0xbe && second != 0xbf)
          return false;
        to_register = true;
        break;
      }
      default: return false;
    }
    constexpr std::uint8_t of_registers = 3, prefix_for_register = 4;
    const std::uint8_t modes = at_.u8();
    if (at_.failed() || modes >> 6 != of_registers) return false;
    return forget(to_register ? register_of(modes >> 3 & 7U, prefix_for_register) : register_of(modes & 7U));
  }

  bool forget(unsigned number) {
    registers_.forget(number);
    return number != where_.processor.stack;
  }

  bool pop(unsigned number) {
    const auto value = where_.memory.number(top_, where_.processor.address_size);
    if (!value) return false;
    registers_.set(register_of(number), *value);
    top_ += where_.processor.address_size;
    return true;
  }

  bool take_top_from_frame() {
    const auto frame = registers_.at(where_.processor.frame);
    top_ = frame.value_or(0);
    return frame.has_value();
  }

  std::uint64_t signed_8() { return static_cast<std::uint64_t>(std::int64_t{at_.i8()}); }
  std::uint64_t signed_32() {
    return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(at_.u32())});
  }

  // add rsp, number; lea rsp, [register + number]; mov rsp, rbp
  bool frees_stack(std::uint8_t operation) {
    constexpr std::uint8_t to_stack = 0xc4, frame_to_stack = 0xec;
    const bool is_known = operation == 0x81 || operation == 0x83 || operation == 0x8d || operation == 0x89;
    if (!is_known || is_wide() != is_64_bit()) return false;
    const std::uint8_t modes = at_.u8();
    if (operation == 0x83 && modes == to_stack) {
      top_ += signed_8();
    } else if (operation == 0x81 && modes == to_stack) {
      top_ += signed_32();
    } else if (operation == 0x89 && modes == frame_to_stack) {
      return take_top_from_frame();
    } else if (operation == 0x8d && (modes >> 3 & 7) == 4 && (modes & 7) != 4) {
      const auto base = registers_.at(register_of(modes & 7U));
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
      case 0xff: return jumps_through(at_.u8());
      default: return false;
    }
  }

  // Through memory that is told relative to the code, or a register: within a function, this chooses one of
  // many cases.
  bool jumps_through(std::uint8_t modes) const {
    if (modes == 0x25) return true;
    const bool is_jump = (modes & 0xf8) == 0xe0;
    return is_jump && (leaving_.marks_jumps ? is_wide() : has_undone_ || is_behind_pop());
  }

  bool is_behind_pop() const {
    const Bytes before = where_.memory.at(begin_ - 1, 1);
    return !before.empty() && before[0] >= 0x58 && before[0] <= 0x5f;
  }

  bool jumps_out(std::uint64_t distance) const {
    return !at_.failed() && leaving_.leads_elsewhere(begin_ + at_.offset() + distance);
  }

  std::optional<X86Return> returned() {
    const unsigned size = where_.processor.address_size;
    const auto to = where_.memory.number(top_, size);
    if (!to) return std::nullopt;
    registers_.set(where_.processor.code, *to);
    registers_.set(where_.processor.stack, top_ + size + more_);
    return X86Return{registers_, at_.offset()};
  }

  const Surroundings& where_;
  const X86Leaving& leaving_;
  std::uint64_t begin_;
  Registers registers_;
  Cursor at_;
  std::uint64_t top_;
  bool has_undone_ = false;
  std::uint8_t prefix_ = 0;
  std::uint16_t more_ = 0;  // that the return frees
};

}  // namespace

std::optional<X86Return> caller_after_epilogue(const Surroundings& where, const X86Leaving& leaving) {
  return Epilogue(where, leaving).run();
}

}  // namespace symkit::unwind
