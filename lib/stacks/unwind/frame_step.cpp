#include "stacks/unwind/frame_step.h"

namespace symkit::unwind {
namespace {

std::optional<std::uint64_t> cfa_of(const FrameRules& rules, const Surroundings& where) {
  if (!rules.cfa_expression.empty()) return evaluate(rules.cfa_expression, where, std::nullopt);
  const auto base = where.registers.at(rules.cfa_register);
  if (!base) return std::nullopt;
  return *base + static_cast<std::uint64_t>(rules.cfa_offset);
}

std::optional<std::uint64_t> value_by(const Rule& rule, unsigned number, std::uint64_t cfa,
                                      const Surroundings& where) {
  const std::uint64_t moved = cfa + static_cast<std::uint64_t>(rule.offset);
  const unsigned size = where.processor.address_size;
  switch (rule.kind) {
    case Rule::Kind::Unsaid:
    case Rule::Kind::Same: return where.registers.at(number);
    case Rule::Kind::Undefined: return std::nullopt;
    case Rule::Kind::Saved: return where.memory.number(moved, size);
    case Rule::Kind::Value: return moved;
    case Rule::Kind::InRegister: return where.registers.at(static_cast<std::uint64_t>(rule.offset));
    case Rule::Kind::SavedAtExpression: {
      const auto address = evaluate(rule.expression, where, cfa);
      return address ? where.memory.number(*address, size) : std::nullopt;
    }
    case Rule::Kind::ValueOfExpression: return evaluate(rule.expression, where, cfa);
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t return_address(std::uint64_t saved, bool is_signed, const Processor& processor) {
  if (is_signed) saved &= processor.address_bits;
  return processor.architecture == Architecture::Armv7 ? saved & ~std::uint64_t{1} : saved;  // Thumb
}

std::optional<Caller> caller_by_rules(const FrameRules& rules, std::uint64_t return_register,
                                      const Surroundings& where) {
  const auto cfa = cfa_of(rules, where);
  if (!cfa || return_register >= Registers::count) return std::nullopt;
  Caller caller;
  if (rules.registers[return_register].kind == Rule::Kind::Undefined) {
    caller.is_outermost = true;
    return caller;
  }
  for (unsigned number = 0; number < Registers::count; ++number)
    if (const auto value = value_by(rules.registers[number], number, *cfa, where))
      caller.registers.set(number, *value);
  const Processor& processor = where.processor;
  if (rules.registers[processor.stack].kind == Rule::Kind::Unsaid)
    caller.registers.set(processor.stack, processor.address_size == 4 ? *cfa & UINT32_MAX : *cfa);
  const auto returns_to = caller.registers.at(return_register);
  const bool is_told =
      return_register != processor.code || rules.registers[return_register].kind != Rule::Kind::Unsaid;
  if (!returns_to || !is_told) return std::nullopt;
  caller.registers.set(processor.code, return_address(*returns_to, rules.is_signed, processor));
  return caller;
}

}  // namespace symkit::unwind
