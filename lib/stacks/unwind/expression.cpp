#include "stacks/unwind/expression.h"

#include <vector>

#include "ground/base/cursor.h"

namespace symkit::unwind {
namespace {

// DW_OP_…
constexpr std::uint8_t op_addr = 0x03;
constexpr std::uint8_t op_deref = 0x06;
constexpr std::uint8_t op_const1u = 0x08;
constexpr std::uint8_t op_const1s = 0x09;
constexpr std::uint8_t op_const2u = 0x0a;
constexpr std::uint8_t op_const2s = 0x0b;
constexpr std::uint8_t op_const4u = 0x0c;
constexpr std::uint8_t op_const4s = 0x0d;
constexpr std::uint8_t op_const8u = 0x0e;
constexpr std::uint8_t op_const8s = 0x0f;
constexpr std::uint8_t op_constu = 0x10;
constexpr std::uint8_t op_consts = 0x11;
constexpr std::uint8_t op_dup = 0x12;
constexpr std::uint8_t op_drop = 0x13;
constexpr std::uint8_t op_over = 0x14;
constexpr std::uint8_t op_pick = 0x15;
constexpr std::uint8_t op_swap = 0x16;
constexpr std::uint8_t op_rot = 0x17;
constexpr std::uint8_t op_abs = 0x19;
constexpr std::uint8_t op_and = 0x1a;
constexpr std::uint8_t op_div = 0x1b;
constexpr std::uint8_t op_minus = 0x1c;
constexpr std::uint8_t op_mod = 0x1d;
constexpr std::uint8_t op_mul = 0x1e;
constexpr std::uint8_t op_neg = 0x1f;
constexpr std::uint8_t op_not = 0x20;
constexpr std::uint8_t op_or = 0x21;
constexpr std::uint8_t op_plus = 0x22;
constexpr std::uint8_t op_plus_uconst = 0x23;
constexpr std::uint8_t op_shl = 0x24;
constexpr std::uint8_t op_shr = 0x25;
constexpr std::uint8_t op_shra = 0x26;
constexpr std::uint8_t op_xor = 0x27;
constexpr std::uint8_t op_bra = 0x28;
constexpr std::uint8_t op_eq = 0x29;
constexpr std::uint8_t op_ge = 0x2a;
constexpr std::uint8_t op_gt = 0x2b;
constexpr std::uint8_t op_le = 0x2c;
constexpr std::uint8_t op_lt = 0x2d;
constexpr std::uint8_t op_ne = 0x2e;
constexpr std::uint8_t op_skip = 0x2f;
constexpr std::uint8_t op_lit0 = 0x30;
constexpr std::uint8_t op_reg0 = 0x50;
constexpr std::uint8_t op_breg0 = 0x70;
constexpr std::uint8_t op_bregx = 0x92;
constexpr std::uint8_t op_deref_size = 0x94;
constexpr std::uint8_t op_nop = 0x96;

class Evaluation {
 public:
  Evaluation(Bytes expression, const Surroundings& where) : at_(expression, Endian::Little), where_(where) {}

  void push(std::uint64_t value) {
    if (stack_.size() == deepest) return fail();
    stack_.push_back(where_.processor.address_size == 4 ? value & UINT32_MAX : value);
  }

  std::optional<std::uint64_t> run() {
    for (int i = 0; !at_.at_end(); ++i) {
      if (i == longest) return std::nullopt;
      take(at_.u8());
      if (failed_ || at_.failed()) return std::nullopt;
    }
    return stack_.empty() ? std::nullopt : std::optional(stack_.back());
  }

 private:
  static constexpr int longest = 10'000;
  static constexpr std::size_t deepest = 64;

  void fail() { failed_ = true; }

  std::uint64_t pop() {
    if (stack_.empty()) {
      fail();
      return 0;
    }
    const std::uint64_t value = stack_.back();
    stack_.pop_back();
    return value;
  }

  void push_signed(std::int64_t value) { push(static_cast<std::uint64_t>(value)); }

  void push_register(std::uint64_t number, std::int64_t offset) {
    const auto value = where_.registers.at(number);
    if (!value) return fail();
    push(*value + static_cast<std::uint64_t>(offset));
  }

  void push_memory(std::uint64_t address, unsigned size) {
    const auto value = where_.memory.number(address, size);
    value ? push(*value) : fail();
  }

  void push_picked(std::size_t depth) {
    if (depth >= stack_.size()) return fail();
    push(stack_[stack_.size() - 1 - depth]);
  }

  void jump(std::int64_t by) {
    const auto to = static_cast<std::int64_t>(at_.offset()) + by;
    to < 0 ? fail() : at_.seek(static_cast<std::uint64_t>(to));
  }

  void take(std::uint8_t code) {
    if (code >= op_lit0 && code < op_reg0) return push(code - op_lit0);
    if (code >= op_breg0 && code < op_breg0 + 32) return push_register(code - op_breg0, at_.sleb());
    if (code >= op_const1u && code <= op_consts) return take_constant(code);
    if (code >= op_and && code <= op_xor && code != op_neg && code != op_not && code != op_plus_uconst)
      return take_pair(code);
    if (code >= op_eq && code <= op_ne) return take_comparison(code);
    take_other(code);
  }

  void take_constant(std::uint8_t code) {
    switch (code) {
      case op_const1u: return push(at_.u8());
      case op_const1s: return push_signed(at_.i8());
      case op_const2u: return push(at_.u16());
      case op_const2s: return push_signed(static_cast<std::int16_t>(at_.u16()));
      case op_const4u: return push(at_.u32());
      case op_const4s: return push_signed(static_cast<std::int32_t>(at_.u32()));
      case op_constu: return push(at_.uleb());
      case op_consts: return push_signed(at_.sleb());
      case op_const8u:
      case op_const8s: return push(at_.u64());
      default: return fail();
    }
  }

  void take_other(std::uint8_t code) {
    switch (code) {
      case op_addr: return push(at_.unsigned_of(where_.processor.address_size));
      case op_deref: return push_memory(pop(), where_.processor.address_size);
      case op_deref_size: {
        const std::uint8_t size = at_.u8();
        return size == 1 || size == 2 || size == 4 || size == 8 ? push_memory(pop(), size) : fail();
      }
      case op_dup: return push_picked(0);
      case op_drop: pop(); return;
      case op_over: return push_picked(1);
      case op_pick: return push_picked(at_.u8());
      case op_swap: return turn(2);
      case op_rot: return turn(3);
      case op_abs: {
        const std::uint64_t value = pop();
        return push(signed_of(value) < 0 ? -value : value);
      }
      case op_neg: return push(-pop());
      case op_not: return push(~pop());
      case op_plus_uconst: return push(pop() + at_.uleb());
      case op_skip: return jump(static_cast<std::int16_t>(at_.u16()));
      case op_bra: {
        const auto by = static_cast<std::int16_t>(at_.u16());
        if (pop() != 0) jump(by);
        return;
      }
      case op_bregx: {
        const std::uint64_t number = at_.uleb();
        return push_register(number, at_.sleb());
      }
      case op_nop: return;
      default: fail();
    }
  }

  // The top goes below the others of the upper `count`.
  void turn(std::size_t count) {
    if (stack_.size() < count) return fail();
    const std::uint64_t top = pop();
    stack_.insert(stack_.end() - static_cast<std::ptrdiff_t>(count - 1), top);
  }

  std::int64_t signed_of(std::uint64_t value) const {
    return where_.processor.address_size == 4 ? static_cast<std::int32_t>(static_cast<std::uint32_t>(value))
                                              : static_cast<std::int64_t>(value);
  }

  void take_pair(std::uint8_t code) {
    const std::uint64_t b = pop(), a = pop();
    const std::uint64_t bits = where_.processor.address_size * 8;
    switch (code) {
      case op_and: return push(a & b);
      case op_or: return push(a | b);
      case op_xor: return push(a ^ b);
      case op_plus: return push(a + b);
      case op_minus: return push(a - b);
      case op_mul: return push(a * b);
      case op_shl: return push(b < bits ? a << b : 0);
      case op_shr: return push(b < bits ? a >> b : 0);
      case op_shra: return push_signed(signed_of(a) >> (b < bits ? b : bits - 1));
      case op_mod: return b == 0 ? fail() : push(a % b);
      case op_div: return push_quotient(a, b);
      default: return fail();
    }
  }

  void push_quotient(std::uint64_t a, std::uint64_t b) {
    if (b == 0) return fail();
    // The least number divided by -1 is itself.
    signed_of(b) == -1 ? push(-a) : push_signed(signed_of(a) / signed_of(b));
  }

  void take_comparison(std::uint8_t code) {
    const std::int64_t b = signed_of(pop()), a = signed_of(pop());
    switch (code) {
      case op_eq: return push(a == b ? 1 : 0);
      case op_ge: return push(a >= b ? 1 : 0);
      case op_gt: return push(a > b ? 1 : 0);
      case op_le: return push(a <= b ? 1 : 0);
      case op_lt: return push(a < b ? 1 : 0);
      default: return push(a != b ? 1 : 0);
    }
  }

  Cursor at_;
  const Surroundings& where_;
  std::vector<std::uint64_t> stack_;
  bool failed_ = false;
};

}  // namespace

std::optional<std::uint64_t> evaluate(Bytes expression, const Surroundings& where,
                                      std::optional<std::uint64_t> initial) {
  Evaluation evaluation(expression, where);
  if (initial) evaluation.push(*initial);
  return evaluation.run();
}

}  // namespace symkit::unwind
