#include "debug/locals/expressions.h"

#include <array>
#include <string_view>
#include <utility>

#include "files/dwarf/operations.h"
#include "ground/base/cursor.h"
#include "keep/index/encoding.h"

namespace symkit::locals {
namespace {

using enum dwarf::Operation;

// What follows an operation: 'a' an address, '1', '2', '4', '8' a number of so many bytes, 'u' and 's'
// LEB128, 'i' the index of an address, 'b' a block with its size before it, 'c' the same with a size of one
// byte, 't' a type of the unit, 'r' a reference to an entry, 'e' an expression with its size before it.
std::optional<std::string_view> operands_of(std::uint8_t code) {
  if (code >= DW_OP_lit0 && code < DW_OP_breg0) return "";
  if (code >= DW_OP_breg0 && code < DW_OP_breg0 + 32) return "s";
  if (code >= DW_OP_dup && code <= DW_OP_over) return "";
  if (code >= DW_OP_swap && code <= DW_OP_plus) return "";
  if (code >= DW_OP_shl && code <= DW_OP_xor) return "";
  if (code >= DW_OP_eq && code <= DW_OP_ne) return "";
  switch (code) {
    case DW_OP_addr: return "a";
    case DW_OP_deref:
    case DW_OP_nop:
    case DW_OP_push_object_address:
    case DW_OP_call_frame_cfa:
    case DW_OP_stack_value:
    case DW_OP_form_tls_address: return "";
    case DW_OP_const1u:
    case DW_OP_const1s:
    case DW_OP_pick:
    case DW_OP_deref_size: return "1";
    case DW_OP_const2u:
    case DW_OP_const2s:
    case DW_OP_bra:
    case DW_OP_skip: return "2";
    case DW_OP_const4u:
    case DW_OP_const4s: return "4";
    case DW_OP_const8u:
    case DW_OP_const8s: return "8";
    case DW_OP_constu:
    case DW_OP_plus_uconst:
    case DW_OP_regx:
    case DW_OP_piece: return "u";
    case DW_OP_consts:
    case DW_OP_fbreg: return "s";
    case DW_OP_bregx: return "us";
    case DW_OP_bit_piece: return "uu";
    case DW_OP_implicit_value: return "b";
    case DW_OP_entry_value: return "e";
    case DW_OP_addrx:
    case DW_OP_constx: return "i";
    case DW_OP_implicit_pointer: return "rs";
    case DW_OP_const_type: return "tc";
    case DW_OP_regval_type: return "ut";
    case DW_OP_deref_type: return "1t";
    case DW_OP_convert:
    case DW_OP_reinterpret: return "t";
    default: return std::nullopt;
  }
}

// The standard's number for one of GNU's.
std::uint8_t standard(std::uint8_t code) {
  switch (code) {
    case 0xe0: return DW_OP_form_tls_address;
    case 0xf0: return DW_OP_nop;  // may be uninitialized
    case 0xf2: return DW_OP_implicit_pointer;
    case 0xf3: return DW_OP_entry_value;
    case 0xf4: return DW_OP_const_type;
    case 0xf5: return DW_OP_regval_type;
    case 0xf6: return DW_OP_deref_type;
    case 0xf7: return DW_OP_convert;
    case 0xf9: return DW_OP_reinterpret;
    case 0xfb: return DW_OP_addrx;
    case 0xfc: return DW_OP_constx;
    default: return code;
  }
}

void append(std::vector<std::uint8_t>& out, Bytes bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

// One expression being rewritten.
class Rewriting {
 public:
  Rewriting(const Found& by, Bytes expression, Numbers& types, Numbers& variables)
      : by_(by),
        at_(expression, by.file->sections.endian),
        whole_(expression),
        types_(types),
        variables_(variables) {}

  bool run(unsigned depth) {
    constexpr unsigned deepest = 4;
    if (depth == deepest) return false;
    while (!at_.at_end() && !at_.failed()) {
      moved_.emplace_back(at_.offset(), out_.size());
      const std::uint8_t code = standard(at_.u8());
      const auto operands = operands_of(code);
      if (!operands) return false;
      // The address itself follows, or the constant.
      out_.push_back(code == DW_OP_constx ? std::uint8_t{DW_OP_constu} : code);
      if (code == DW_OP_bra || code == DW_OP_skip) {
        const auto by = static_cast<std::int16_t>(at_.u16());
        jumps_.emplace_back(out_.size(), static_cast<std::int64_t>(at_.offset()) + by);
        out_.insert(out_.end(), 2, 0);
        continue;
      }
      for (const char operand : *operands)
        if (!take(operand, depth)) return false;
    }
    moved_.emplace_back(whole_.size(), out_.size());
    return !at_.failed() && mend_jumps();
  }
  std::vector<std::uint8_t> take_result() { return std::move(out_); }

 private:
  const dwarf::UnitHeader& header() const { return by_.entry.unit().header(); }

  bool take(char operand, unsigned depth) {
    const std::size_t begin = at_.offset();
    switch (operand) {
      case 'a': return copy(header().encoding.address_size);
      case '1':
      case '2':
      case '4':
      case '8': return copy(static_cast<std::uint64_t>(operand - '0'));
      case 'u':
      case 's':
        at_.skip_leb();
        append(out_, whole_.subspan(begin, at_.offset() - begin));
        return true;
      case 'i': {
        const auto address = by_.entry.unit().indexed_address(at_.uleb());
        if (address) index::put_varint(out_, *address);
        return address.has_value();
      }
      case 'b': {
        const Bytes block = at_.bytes(at_.uleb());
        index::put_varint(out_, block.size());
        append(out_, block);
        return true;
      }
      case 'c': {
        const Bytes block = at_.bytes(at_.u8());
        out_.push_back(static_cast<std::uint8_t>(block.size()));
        append(out_, block);
        return true;
      }
      case 'e': return take_expression(depth);
      case 't': return take_type();
      default: return take_reference();
    }
  }

  bool copy(std::uint64_t size) {
    append(out_, at_.bytes(size));
    return true;
  }

  bool take_expression(unsigned depth) {
    Rewriting inner(by_, at_.bytes(at_.uleb()), types_, variables_);
    if (!inner.run(depth + 1)) return false;
    const auto made = inner.take_result();
    index::put_varint(out_, made.size());
    append(out_, made);
    return true;
  }

  // 0 stays: what has no type.
  bool take_type() {
    const std::uint64_t in_unit = at_.uleb();
    if (in_unit == 0) {
      out_.push_back(0);
      return true;
    }
    auto entry = dwarf::Entry::at(by_.entry.unit(), header().offset + in_unit);
    if (!entry) return false;
    index::put_varint(out_, types_.of({by_.file, *std::move(entry)}));
    return true;
  }

  bool take_reference() {
    const dwarf::Encoding& encoding = header().encoding;
    const std::uint64_t offset =
        at_.unsigned_of(encoding.version <= 2 ? encoding.address_size : encoding.offset_size);
    const dwarf::OpenUnit* const open = by_.file->units.with(offset);
    auto entry = open == nullptr ? std::nullopt : dwarf::Entry::at(*open->unit, offset);
    if (!entry) return false;
    index::put_varint(out_, variables_.of({by_.file, *std::move(entry)}));
    return true;
  }

  bool mend_jumps() {
    for (const auto& [place, target] : jumps_) {
      const auto found = std::ranges::find(
          moved_, target, [](const auto& one) { return static_cast<std::int64_t>(one.first); });
      if (found == moved_.end()) return false;
      const auto by = static_cast<std::int64_t>(found->second) - static_cast<std::int64_t>(place + 2);
      if (by < INT16_MIN || by > INT16_MAX) return false;
      out_[place] = static_cast<std::uint8_t>(by);
      out_[place + 1] = static_cast<std::uint8_t>(by >> 8);
    }
    return true;
  }

  const Found& by_;
  Cursor at_;
  Bytes whole_;
  Numbers& types_;
  Numbers& variables_;
  std::vector<std::uint8_t> out_;
  std::vector<std::pair<std::size_t, std::size_t>> moved_;   // where each operation was, and is
  std::vector<std::pair<std::size_t, std::int64_t>> jumps_;  // in the result; to where they led
};

}  // namespace

std::optional<Bytes> Expressions::portable(const Found& by, Bytes expression) {
  const auto [known, is_new] = known_.try_emplace({expression.data(), expression.size()}, std::nullopt);
  if (!is_new) return known->second;
  Rewriting rewriting(by, expression, types_, variables_);
  if (!rewriting.run(0)) return std::nullopt;
  kept_.push_back(rewriting.take_result());
  known->second = kept_.back();
  return known->second;
}

}  // namespace symkit::locals
