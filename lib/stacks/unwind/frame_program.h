// The machine that runs the program of an unwind entry (DW_CFA_…): row by row, each with the rules that hold
// over a piece of the function's code. It allocates nothing itself, so that the recorder of symleak has it,
// too.
#pragma once

#include <cstdint>

#include "ground/base/bytes.h"
#include "ground/base/cursor.h"
#include "stacks/unwind/encoded_pointer.h"
#include "stacks/unwind/frame_entry.h"
#include "stacks/unwind/rule.h"

namespace symkit::unwind {

// `Rules` has cfa_register, cfa_offset, cfa_expression, is_signed as FrameRules has them, and set() and
// restore() for the registers that its user needs. `Kept` is where some stay while others hold: keep() and
// take_back() return false if they cannot.
template <class Rules, class Kept>
class FrameProgram {
 public:
  // The entry must outlive it.
  explicit FrameProgram(const FrameEntry& entry) : entry_(entry), begin_(entry.begin), end_(entry.begin) {}

  // Calls take(begin, end) for each row, until it returns false. The last one's end is UINT64_MAX. Returns
  // false if the program is broken or has an unknown instruction.
  template <class Take>
  bool each_row(Take&& take) {
    if (!run(entry_.common_program, 0, take)) return false;
    if (is_enough_) return true;
    first_ = rules_;
    if (!run(entry_.program, entry_.program_address, take)) return false;
    if (!is_enough_) take(begin_, UINT64_MAX);
    return true;
  }

  // Of the row.
  const Rules& rules() const { return rules_; }

 private:
  using Kind = Rule::Kind;

  enum Instruction : std::uint8_t {
    Nop = 0x00,
    SetLocation = 0x01,
    Advance1 = 0x02,
    Advance2 = 0x03,
    Advance4 = 0x04,
    OffsetExtended = 0x05,
    RestoreExtended = 0x06,
    Undefined = 0x07,
    SameValue = 0x08,
    InRegister = 0x09,
    RememberState = 0x0a,
    RestoreState = 0x0b,
    DefineCfa = 0x0c,
    DefineCfaRegister = 0x0d,
    DefineCfaOffset = 0x0e,
    DefineCfaExpression = 0x0f,
    Expression = 0x10,
    OffsetExtendedSigned = 0x11,
    DefineCfaSigned = 0x12,
    DefineCfaOffsetSigned = 0x13,
    ValueOffset = 0x14,
    ValueOffsetSigned = 0x15,
    ValueExpression = 0x16,
    NegateReturnState = 0x2d,  // arm64; on SPARC another one
    GnuArgumentsSize = 0x2e,
    GnuNegativeOffsetExtended = 0x2f,
  };

  template <class Take>
  bool run(Bytes program, std::uint64_t address, Take& take_row) {
    Cursor at(program, entry_.endian);
    while (!at.at_end()) {
      if (!take(at, address) || at.failed()) return false;
      if (end_ == begin_) continue;
      if (end_ > begin_ && !take_row(begin_, end_)) {
        is_enough_ = true;
        return true;
      }
      begin_ = end_;
    }
    return true;
  }

  bool take(Cursor& at, std::uint64_t address) {
    const std::uint8_t code = at.u8();
    const std::uint64_t low = code & 0x3f;
    switch (code >> 6) {
      case 1: advance(low); return true;
      case 2: rules_.set(low, {Kind::Saved, scaled(at.uleb())}); return true;
      case 3: rules_.restore(low, first_); return true;
      default: return take_other(code, at, address);
    }
  }

  bool take_other(std::uint8_t code, Cursor& at, std::uint64_t address) {
    switch (code) {
      case Nop: return true;
      case SetLocation: return move_to(at, address);
      case Advance1: advance(at.u8()); return true;
      case Advance2: advance(at.u16()); return true;
      case Advance4: advance(at.u32()); return true;
      case RememberState: return kept_.keep(rules_);
      case RestoreState: return kept_.take_back(rules_);
      case NegateReturnState: rules_.is_signed = !rules_.is_signed; return true;
      case GnuArgumentsSize: at.skip_leb(); return true;
      case DefineCfa:
      case DefineCfaSigned:
      case DefineCfaRegister:
      case DefineCfaOffset:
      case DefineCfaOffsetSigned:
      case DefineCfaExpression: define_cfa(code, at); return true;
      default: return take_of_register(code, at);
    }
  }

  void define_cfa(std::uint8_t code, Cursor& at) {
    if (code == DefineCfaExpression) {
      rules_.cfa_expression = at.bytes(at.uleb());
      return;
    }
    if (code == DefineCfa || code == DefineCfaSigned || code == DefineCfaRegister) {
      rules_.cfa_register = at.uleb();
      rules_.cfa_expression = {};
    }
    if (code == DefineCfa || code == DefineCfaOffset)
      rules_.cfa_offset = static_cast<std::int64_t>(at.uleb());
    else if (code != DefineCfaRegister)
      rules_.cfa_offset = scaled(static_cast<std::uint64_t>(at.sleb()));
  }

  bool take_of_register(std::uint8_t code, Cursor& at) {
    const std::uint64_t number = at.uleb();
    Rule rule;
    switch (code) {
      case RestoreExtended: rules_.restore(number, first_); return true;
      case Undefined: rule.kind = Kind::Undefined; break;
      case SameValue: rule.kind = Kind::Same; break;
      case InRegister: rule = {Kind::InRegister, static_cast<std::int64_t>(at.uleb())}; break;
      case OffsetExtended:
      case OffsetExtendedSigned:
      case GnuNegativeOffsetExtended: rule = {Kind::Saved, scaled_operand(code, at)}; break;
      case ValueOffset:
      case ValueOffsetSigned: rule = {Kind::Value, scaled_operand(code, at)}; break;
      case Expression:
      case ValueExpression:
        rule.kind = code == Expression ? Kind::SavedAtExpression : Kind::ValueOfExpression;
        rule.expression = at.bytes(at.uleb());
        break;
      default: return false;
    }
    rules_.set(number, rule);
    return true;
  }

  std::int64_t scaled_operand(std::uint8_t code, Cursor& at) {
    const bool is_signed = code == OffsetExtendedSigned || code == ValueOffsetSigned;
    const std::uint64_t factor = is_signed ? static_cast<std::uint64_t>(at.sleb()) : at.uleb();
    return scaled(code == GnuNegativeOffsetExtended ? -factor : factor);
  }
  std::int64_t scaled(std::uint64_t factor) const {
    return static_cast<std::int64_t>(factor * static_cast<std::uint64_t>(entry_.data_step));
  }
  void advance(std::uint64_t steps) { end_ += steps * entry_.code_step; }
  bool move_to(Cursor& at, std::uint64_t address) {
    const PointerBases bases{.section = address, .function = entry_.begin};
    const auto where = read_pointer(at, entry_.pointer_encoding, entry_.address_size, bases);
    if (where) end_ = *where;
    return where.has_value();
  }

  const FrameEntry& entry_;
  std::uint64_t begin_;  // of the row
  std::uint64_t end_;
  bool is_enough_ = false;
  Rules rules_;
  Rules first_;
  Kept kept_;
};

}  // namespace symkit::unwind
