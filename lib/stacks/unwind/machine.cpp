#include "stacks/unwind/machine.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "files/dwarf/operations.h"
#include "ground/base/cursor.h"
#include "stacks/unwind/arithmetic.h"

namespace symkit::unwind {
namespace {

using enum dwarf::Operation;

class Run {
 public:
  Run(Bytes expression, Circumstances& where) : at_(expression, Endian::Little), where_(where) {}

  void push(std::uint64_t value) { push({value, address_type()}); }

  Known<std::vector<Part>> to_parts() {
    for (int i = 0; !at_.at_end(); ++i) {
      if (i == longest) return std::unexpected(Lack::NotUnderstood);
      take(at_.u8());
      if (at_.failed() && !lack_) lack_ = Lack::NotUnderstood;
      if (lack_) return std::unexpected(*lack_);
    }
    if (is_open()) end_part(0, 0);
    if (lack_) return std::unexpected(*lack_);
    return std::move(parts_);
  }

 private:
  static constexpr int longest = 10'000;
  static constexpr std::size_t deepest = 256;
  static constexpr std::size_t most_parts = 4096;
  static constexpr unsigned longest_word = 8;

  NumberType address_type() const { return {NumberType::Kind::Address, where_.address_size()}; }

  void lack(Lack why) {
    if (!lack_) lack_ = why;
  }
  template <class T>
  T known(const Known<T>& value) {
    if (value) return *value;
    lack(value.error());
    return {};
  }
  void push(Number number) {
    if (stack_.size() == deepest) return lack(Lack::NotUnderstood);
    stack_.push_back({cut(number.bits, number.type), number.type});
  }
  void push_signed(std::int64_t value) { push(static_cast<std::uint64_t>(value)); }
  Number pop() {
    if (stack_.empty()) {
      lack(Lack::NotUnderstood);
      return {};
    }
    const Number top = stack_.back();
    stack_.pop_back();
    return top;
  }
  void push_from_top(std::size_t number) {
    if (number >= stack_.size()) return lack(Lack::NotUnderstood);
    push(stack_[stack_.size() - 1 - number]);
  }

  void take(std::uint8_t code) {
    // What says where the value is ends its part.
    if (place_ && code != DW_OP_piece && code != DW_OP_bit_piece) return lack(Lack::NotUnderstood);
    if (code >= DW_OP_lit0 && code < DW_OP_lit0 + 32) return push(code - DW_OP_lit0);
    if (code >= DW_OP_reg0 && code < DW_OP_reg0 + 32) return be_in_register(code - DW_OP_reg0);
    if (code >= DW_OP_breg0 && code < DW_OP_breg0 + 32) return push_register(code - DW_OP_breg0);
    switch (code) {
      case DW_OP_addr: return push(at_.unsigned_of(where_.address_size()) + where_.bias());
      case DW_OP_addrx: return push(at_.uleb() + where_.bias());
      case DW_OP_const1u: return push(at_.u8());
      case DW_OP_const1s: return push_signed(at_.i8());
      case DW_OP_const2u: return push(at_.u16());
      case DW_OP_const2s: return push_signed(static_cast<std::int16_t>(at_.u16()));
      case DW_OP_const4u: return push(at_.u32());
      case DW_OP_const4s: return push_signed(static_cast<std::int32_t>(at_.u32()));
      case DW_OP_const8u:
      case DW_OP_const8s: return push(at_.u64());
      case DW_OP_constu: return push(at_.uleb());
      case DW_OP_consts: return push_signed(at_.sleb());
      case DW_OP_bregx: return push_register(at_.uleb());
      case DW_OP_bra: return jump(at_.u16(), pop().bits != 0);
      case DW_OP_skip: return jump(at_.u16(), true);
      case DW_OP_nop: return;
      default: return code >= DW_OP_regx && code != DW_OP_deref_size ? take_special(code) : take_stack(code);
    }
  }

  void push_register(std::uint64_t number) {
    const std::int64_t offset = at_.sleb();
    push(known(where_.word_of(number, 0)) + static_cast<std::uint64_t>(offset));
  }

  // Relative to what follows.
  void jump(std::uint16_t by, bool is_taken) {
    if (!is_taken || at_.failed()) return;
    const std::int64_t to = static_cast<std::int64_t>(at_.offset()) + static_cast<std::int16_t>(by);
    if (to < 0) return lack(Lack::NotUnderstood);
    at_.seek(static_cast<std::uint64_t>(to));
  }

  void take_stack(std::uint8_t code) {
    switch (code) {
      case DW_OP_deref: return push_memory(address_type());
      case DW_OP_deref_size: return push_memory({NumberType::Kind::Address, at_.u8()});
      case DW_OP_dup: return push_from_top(0);
      case DW_OP_drop: return static_cast<void>(pop());
      case DW_OP_over: return push_from_top(1);
      case DW_OP_pick: return push_from_top(at_.u8());
      case DW_OP_swap: return rotate(2);
      case DW_OP_rot: return rotate(3);
      case DW_OP_plus_uconst: {
        const Number number = pop();
        return push_result(computed(DW_OP_plus, number, {at_.uleb(), number.type}));
      }
      case DW_OP_abs:
      case DW_OP_neg:
      case DW_OP_not: return push_result(computed(code, pop()));
      default: break;
    }
    const Number b = pop(), a = pop();
    push_result(computed(code, a, b));
  }

  void push_result(const std::optional<Number>& result) {
    if (!result) return lack(Lack::NotUnderstood);
    // What is compared gives a number without a type.
    push(*result);
  }

  // The top goes below the others.
  void rotate(std::size_t count) {
    if (stack_.size() < count) return lack(Lack::NotUnderstood);
    std::rotate(stack_.end() - static_cast<std::ptrdiff_t>(count), stack_.end() - 1, stack_.end());
  }

  void push_memory(NumberType type) {
    const std::uint64_t address = pop().bits;
    if (type.size == 0 || (type.size > longest_word && !is_all_cut(type.size)))
      return lack(Lack::NotUnderstood);
    const Bytes bytes = lack_ ? Bytes() : where_.memory(address, type.size);
    if (bytes.size() < type.size) return lack(Lack::NotDumped);
    std::uint64_t bits = 0;
    for (std::size_t i = std::min(type.size, longest_word); i-- > 0;) bits = bits << 8 | bytes[i];
    if (type.kind == NumberType::Kind::Address) type.size = where_.address_size();
    push({bits, type});
  }

  // Clang reads a vector of which the variable is the lowest part.
  bool is_all_cut(unsigned size) const {
    constexpr unsigned longest_vector = 64;
    const Bytes rest = at_.rest();
    return size <= longest_vector && rest.size() == 1 && rest[0] == DW_OP_stack_value;
  }

  void take_special(std::uint8_t code) {
    switch (code) {
      case DW_OP_regx: return be_in_register(at_.uleb());
      case DW_OP_fbreg: {
        const std::int64_t offset = at_.sleb();
        return push(known(where_.frame_base()) + static_cast<std::uint64_t>(offset));
      }
      case DW_OP_call_frame_cfa: return push(known(where_.cfa()));
      case DW_OP_push_object_address: return push(known(where_.object()));
      case DW_OP_form_tls_address: return push(known(where_.thread_local_at(pop().bits)));
      case DW_OP_entry_value: return push(known(where_.on_entry(at_.bytes(at_.uleb()))));
      case DW_OP_piece: return end_part(at_.uleb() * 8, 0);
      case DW_OP_bit_piece: {
        const std::uint64_t size = at_.uleb();
        return end_part(size, at_.uleb());
      }
      case DW_OP_implicit_value: return be({.where = Part::Where::Bytes, .bytes = at_.bytes(at_.uleb())});
      case DW_OP_stack_value: return be(popped(Part::Where::Value));
      case DW_OP_implicit_pointer: {
        const std::uint64_t variable = at_.uleb();
        return be({.where = Part::Where::Pointee, .number = variable, .offset = at_.sleb()});
      }
      default: return take_typed(code);
    }
  }

  void take_typed(std::uint8_t code) {
    switch (code) {
      case DW_OP_const_type: {
        const NumberType type = type_at();
        const Bytes bytes = at_.bytes(at_.u8());
        if (bytes.size() > 8) return lack(Lack::NotUnderstood);
        return push({Cursor(bytes, Endian::Little).unsigned_of(static_cast<unsigned>(bytes.size())), type});
      }
      case DW_OP_regval_type: {
        const std::uint64_t number = at_.uleb();
        const NumberType type = type_at();
        return push({known(where_.word_of(number, 0)), type});
      }
      case DW_OP_deref_type: {
        at_.u8();
        return push_memory(type_at());
      }
      case DW_OP_convert: {
        const Number number = pop();
        return push_result(converted(number, type_at()));
      }
      case DW_OP_reinterpret: {
        const Number number = pop();
        return push({number.bits, type_at()});
      }
      default: return lack(Lack::NotUnderstood);
    }
  }

  NumberType type_at() {
    const std::uint64_t id = at_.uleb();
    if (id == 0) return address_type();
    const NumberType type = known(where_.number_type(id));
    if (type.size == 0 || type.size > 8) lack(Lack::NotUnderstood);
    return type;
  }

  Part popped(Part::Where where) {
    const Number number = pop();
    return {.where = where, .number = number.bits, .type = number.type};
  }
  void be_in_register(std::uint64_t number) { be({.where = Part::Where::Register, .number = number}); }
  void be(const Part& place) { place_ = place; }

  // Whether a part is begun.
  bool is_open() const { return parts_.empty() || place_ || !stack_.empty(); }

  void end_part(std::uint64_t size, std::uint64_t from) {
    if (parts_.size() == most_parts) return lack(Lack::NotUnderstood);
    Part part = place_.value_or(Part{});
    if (!place_ && !stack_.empty()) part = popped(Part::Where::Memory);
    part.size = size;
    part.from = from;
    place_.reset();
    parts_.push_back(part);
  }

  Cursor at_;
  Circumstances& where_;
  std::vector<Number> stack_;
  std::optional<Part> place_;  // of the part at hand, if it is not at an address
  std::vector<Part> parts_;
  std::optional<Lack> lack_;
};

}  // namespace

Known<std::vector<Part>> locate(Bytes expression, Circumstances& where,
                                std::optional<std::uint64_t> initial) {
  Run run(expression, where);
  if (initial) run.push(*initial);
  return run.to_parts();
}

Known<Number> typed_number_of(Bytes expression, Circumstances& where, std::optional<std::uint64_t> initial) {
  const auto parts = locate(expression, where, initial);
  if (!parts) return std::unexpected(parts.error());
  const Part& only = parts->front();
  if (parts->size() != 1) return std::unexpected(Lack::NotUnderstood);
  switch (only.where) {
    case Part::Where::Memory:
    case Part::Where::Value: return Number{only.number, only.type};
    case Part::Where::Register: {
      const auto word = where.word_of(only.number, 0);
      if (!word) return std::unexpected(word.error());
      return Number{*word, {NumberType::Kind::Address, where.address_size()}};
    }
    case Part::Where::Nowhere: return std::unexpected(Lack::OptimizedOut);
    default: return std::unexpected(Lack::NotUnderstood);
  }
}

Known<std::uint64_t> number_of(Bytes expression, Circumstances& where, std::optional<std::uint64_t> initial) {
  const auto number = typed_number_of(expression, where, initial);
  if (!number) return std::unexpected(number.error());
  return number->bits;
}

}  // namespace symkit::unwind
