#include "stacks/unwind/fixed_step.h"

#include <limits>

namespace symkit::unwind {
namespace {

using Kind = Rule::Kind;

bool is_near(std::int64_t offset) {
  return offset >= std::numeric_limits<std::int32_t>::min() &&
         offset <= std::numeric_limits<std::int32_t>::max();
}

std::uint64_t moved(std::uint64_t from, std::int32_t by) {
  return from + static_cast<std::uint64_t>(std::int64_t{by});
}

bool add_saved(unsigned number, const Rule& rule, FixedStep& step) {
  if (rule.kind == Kind::Unsaid || rule.kind == Kind::Same) return true;
  if (rule.kind != Kind::Saved || !is_near(rule.offset) || step.saved_count == FixedStep::most_saved)
    return false;
  if (number == step.return_register) step.saved_return = step.saved_count;
  step.saved[step.saved_count] = static_cast<std::uint8_t>(number);
  step.offsets[step.saved_count] = static_cast<std::int32_t>(rule.offset);
  ++step.saved_count;
  return true;
}

}  // namespace

std::optional<FixedStep> fixed_step_of(const FrameRules& rules, std::uint64_t return_register,
                                       const Processor& processor) {
  if (return_register < Registers::count && rules.registers[return_register].kind == Kind::Undefined)
    return FixedStep{.is_outermost = true};
  if (!rules.cfa_expression.empty() || rules.cfa_register >= Registers::count ||
      return_register >= Registers::count || !is_near(rules.cfa_offset))
    return std::nullopt;
  const bool is_told =
      return_register != processor.code || rules.registers[return_register].kind != Kind::Unsaid;
  if (!is_told || rules.registers[processor.stack].kind != Kind::Unsaid) return std::nullopt;
  FixedStep step{.cfa_register = static_cast<std::uint8_t>(rules.cfa_register),
                 .return_register = static_cast<std::uint8_t>(return_register),
                 .is_signed = rules.is_signed,
                 .cfa_offset = static_cast<std::int32_t>(rules.cfa_offset)};
  for (unsigned number = 0; number < Registers::count; ++number)
    if (!add_saved(number, rules.registers[number], step)) return std::nullopt;
  return step;
}

std::optional<Landing> landing_of(const FixedStep& step, const Surroundings& where) {
  const auto base = where.registers.at(step.cfa_register);
  if (!base) return std::nullopt;
  const std::uint64_t cfa = moved(*base, step.cfa_offset);
  const auto returns_to =
      step.saved_return < step.saved_count
          ? where.memory.number(moved(cfa, step.offsets[step.saved_return]), where.processor.address_size)
          : where.registers.at(step.return_register);
  if (!returns_to) return std::nullopt;
  return Landing{cfa, return_address(*returns_to, step.is_signed, where.processor)};
}

void land(const FixedStep& step, const Landing& landing, const Memory& memory, const Processor& processor,
          Registers& registers) {
  for (std::size_t i = 0; i < step.saved_count; ++i) {
    if (step.saved[i] == processor.code) continue;
    const auto value = memory.number(moved(landing.cfa, step.offsets[i]), processor.address_size);
    if (value)
      registers.set(step.saved[i], *value);
    else
      registers.forget(step.saved[i]);
  }
  registers.set(processor.stack, processor.address_size == 4 ? landing.cfa & UINT32_MAX : landing.cfa);
  registers.set(processor.code, landing.code);
}

}  // namespace symkit::unwind
