#include "stacks/unwind/arithmetic.h"

#include <bit>
#include <cmath>
#include <limits>

#include "files/dwarf/operations.h"

namespace symkit::unwind {
namespace {

using enum dwarf::Operation;

using NumberKind = NumberType::Kind;

std::int64_t signed_of(Number number) {
  const unsigned unused = 64 - number.type.size * 8;
  return static_cast<std::int64_t>(number.bits << unused) >> unused;
}

std::optional<double> float_of(Number number) {
  if (number.type.size == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(number.bits));
  if (number.type.size == 8) return std::bit_cast<double>(number.bits);
  return std::nullopt;
}

Number number_of(double value, NumberType type) {
  if (type.size == 4) return {std::bit_cast<std::uint32_t>(static_cast<float>(value)), type};
  return {std::bit_cast<std::uint64_t>(value), type};
}

template <class T>
std::optional<bool> compared(std::uint8_t operation, T a, T b) {
  switch (operation) {
    case DW_OP_eq: return a == b;
    case DW_OP_ge: return a >= b;
    case DW_OP_gt: return a > b;
    case DW_OP_le: return a <= b;
    case DW_OP_lt: return a < b;
    case DW_OP_ne: return a != b;
    default: return std::nullopt;
  }
}

std::optional<Number> truth(std::optional<bool> is_true) {
  if (!is_true) return std::nullopt;
  return Number{*is_true ? 1U : 0U};
}

std::optional<Number> computed_floats(std::uint8_t operation, Number a, Number b) {
  const auto x = float_of(a), y = float_of(b);
  if (!x || !y) return std::nullopt;
  switch (operation) {
    case DW_OP_plus: return number_of(*x + *y, a.type);
    case DW_OP_minus: return number_of(*x - *y, a.type);
    case DW_OP_mul: return number_of(*x * *y, a.type);
    case DW_OP_div: return number_of(*x / *y, a.type);
    default: return truth(compared(operation, *x, *y));
  }
}

// Numbers without a type are divided as if they had signs, by the standard; the rest of a division has none.
std::optional<Number> divided(Number a, Number b) {
  if (b.bits == 0) return std::nullopt;
  if (a.type.kind == NumberKind::Unsigned) return Number{a.bits / b.bits, a.type};
  const std::int64_t x = signed_of(a), y = signed_of(b);
  // The least number divided by -1 is itself.
  return Number{y == -1 ? 0 - a.bits : static_cast<std::uint64_t>(x / y), a.type};
}

std::optional<Number> rest_of(Number a, Number b) {
  if (b.bits == 0) return std::nullopt;
  if (a.type.kind != NumberKind::Signed) return Number{a.bits % b.bits, a.type};
  const std::int64_t x = signed_of(a), y = signed_of(b);
  return Number{y == -1 ? 0 : static_cast<std::uint64_t>(x % y), a.type};
}

bool is_same(NumberType a, NumberType b) {
  return a.kind == b.kind && (a.size == b.size || a.kind == NumberKind::Address);
}

Number shifted_right(Number a, std::uint64_t by, bool has_sign) {
  const std::uint64_t bits = std::uint64_t{a.type.size} * 8;
  if (!has_sign) return {by < bits ? a.bits >> by : 0, a.type};
  return {static_cast<std::uint64_t>(signed_of(a) >> (by < bits ? by : bits - 1)), a.type};
}

}  // namespace

std::uint64_t cut(std::uint64_t bits, NumberType type) {
  return type.size >= 8 ? bits : bits & ((std::uint64_t{1} << type.size * 8) - 1);
}

std::optional<Number> computed(std::uint8_t operation, Number a) {
  if (a.type.kind == NumberKind::Float) {
    const auto x = float_of(a);
    if (!x || operation == DW_OP_not) return std::nullopt;
    return number_of(operation == DW_OP_abs ? std::fabs(*x) : -*x, a.type);
  }
  switch (operation) {
    case DW_OP_abs:
      return Number{a.type.kind != NumberKind::Unsigned && signed_of(a) < 0 ? 0 - a.bits : a.bits, a.type};
    case DW_OP_neg: return Number{0 - a.bits, a.type};
    case DW_OP_not: return Number{~a.bits, a.type};
    default: return std::nullopt;
  }
}

std::optional<Number> computed(std::uint8_t operation, Number a, Number b) {
  if (!is_same(a.type, b.type)) return std::nullopt;
  if (a.type.kind == NumberKind::Float) return computed_floats(operation, a, b);
  const std::uint64_t bits = std::uint64_t{a.type.size} * 8;
  switch (operation) {
    case DW_OP_and: return Number{a.bits & b.bits, a.type};
    case DW_OP_or: return Number{a.bits | b.bits, a.type};
    case DW_OP_xor: return Number{a.bits ^ b.bits, a.type};
    case DW_OP_plus: return Number{a.bits + b.bits, a.type};
    case DW_OP_minus: return Number{a.bits - b.bits, a.type};
    case DW_OP_mul: return Number{a.bits * b.bits, a.type};
    case DW_OP_div: return divided(a, b);
    case DW_OP_mod: return rest_of(a, b);
    case DW_OP_shl: return Number{b.bits < bits ? a.bits << b.bits : 0, a.type};
    case DW_OP_shr: return shifted_right(a, b.bits, false);
    case DW_OP_shra: return shifted_right(a, b.bits, true);
    default:
      if (a.type.kind == NumberKind::Unsigned) return truth(compared(operation, a.bits, b.bits));
      return truth(compared(operation, signed_of(a), signed_of(b)));
  }
}

std::optional<Number> converted(Number number, NumberType to) {
  if (number.type.kind != NumberKind::Float) {
    if (to.kind != NumberKind::Float) {
      const bool has_sign = number.type.kind == NumberKind::Signed;
      return Number{has_sign ? static_cast<std::uint64_t>(signed_of(number)) : number.bits, to};
    }
    return number_of(number.type.kind == NumberKind::Signed ? static_cast<double>(signed_of(number))
                                                            : static_cast<double>(number.bits),
                     to);
  }
  const auto value = float_of(number);
  if (!value) return std::nullopt;
  if (to.kind == NumberKind::Float) return number_of(*value, to);
  // Numbers beyond the type's are not defined.
  if (!(*value > -9.2e18 && *value < 1.8e19)) return std::nullopt;
  return Number{*value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(*value))
                           : static_cast<std::uint64_t>(*value),
                to};
}

}  // namespace symkit::unwind
