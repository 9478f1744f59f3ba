// Functions on arm64 that are about to return: their instructions tell exactly what is left to be undone.
#include "ground/base/cursor.h"
#include "stacks/unwind/arm64_code.h"
#include "stacks/unwind/arm64_registers.h"
#include "stacks/unwind/compact_step.h"

namespace symkit::unwind {
namespace {

constexpr unsigned longest_way = 128;  // instructions

class WayToReturn {
 public:
  WayToReturn(const CompactFunction& function, const Surroundings& where)
      : function_(function),
        where_(where),
        registers_(where.registers),
        at_(where.registers.at(arm64::code_pointer).value_or(0)) {}

  std::optional<Step> run() {
    for (unsigned i = 0; i < longest_way; ++i) {
      const auto bits = where_.memory.number(at_, arm64::instruction);
      if (!bits) return std::nullopt;
      const Arm64Instruction instruction{static_cast<std::uint32_t>(*bits)};
      if (instruction.returns() || leaves_by_jump(instruction)) return returned();
      if (!follow(instruction)) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  // Within a function, a jump to what a register has chooses one of many cases.
  bool leaves_by_jump(const Arm64Instruction& instruction) const {
    if (instruction.branches_to_register()) return has_undone_ || is_behind_epilogue();
    const auto distance = instruction.branch();
    if (!distance) return false;
    const std::uint64_t to = at_ + static_cast<std::uint64_t>(*distance);
    return to < function_.begin || to >= function_.end;
  }

  bool is_behind_epilogue() const {
    constexpr unsigned most = 3;
    std::uint64_t at = at_;
    for (unsigned i = 0; i < most && at > function_.begin; ++i) {
      at -= arm64::instruction;
      const auto bits = where_.memory.number(at, arm64::instruction);
      if (!bits) return false;
      const Arm64Instruction before{static_cast<std::uint32_t>(*bits)};
      if (before.checks_signature()) continue;
      const auto access = before.access();
      const auto sum = before.sum();
      return (sum && sum->to == arm64::stack_pointer) ||
             (access && access->is_load && access->base == arm64::stack_pointer && access->moves_base != 0);
    }
    return false;
  }

  bool follow(const Arm64Instruction& instruction) {
    if (instruction.calls() || instruction.branches_on_condition() || instruction.branches_to_register() ||
        instruction.traps() || instruction.aligns_stack())
      return false;
    at_ += static_cast<std::uint64_t>(instruction.branch().value_or(arm64::instruction));
    if (const auto sum = instruction.sum()) return follow_sum(*sum);
    const auto access = instruction.access();
    const bool is_of_frame =
        access && (access->base == arm64::stack_pointer || access->base == arm64::frame_pointer);
    return !is_of_frame || follow_access(*access);
  }

  bool follow_sum(const Arm64Instruction::Sum& sum) {
    if (sum.to == arm64::frame_pointer) return false;
    if (sum.to != arm64::stack_pointer) return true;
    const auto from = registers_.at(sum.from);
    // More of the stack is in use: a prologue.
    if (!from || (sum.from == arm64::stack_pointer && sum.amount < 0)) return false;
    registers_.set(arm64::stack_pointer, *from + static_cast<std::uint64_t>(sum.amount));
    has_undone_ = true;
    return true;
  }

  bool follow_access(const Arm64Access& access) {
    if (!access.is_load) return access.moves_base == 0;
    const auto base = registers_.at(access.base);
    if (!base) return false;
    const std::uint64_t from = *base + static_cast<std::uint64_t>(access.offset);
    if (!access.is_vector && !take(access.first, from)) return false;
    if (!access.is_vector && access.second && !take(*access.second, from + arm64::word)) return false;
    if (access.moves_base != 0)
      registers_.set(access.base, *base + static_cast<std::uint64_t>(access.moves_base));
    return true;
  }

  bool take(unsigned number, std::uint64_t address) {
    constexpr unsigned no_register = 31;  // where it is not the stack pointer
    if (number == no_register) return true;
    const auto value = where_.memory.number(address, arm64::word);
    if (value) registers_.set(number, *value);
    has_undone_ = has_undone_ || number == arm64::link;
    return value.has_value();
  }

  std::optional<Step> returned() {
    const auto to = registers_.at(arm64::link);
    if (!to) return std::nullopt;
    registers_.set(arm64::code_pointer, *to & where_.processor.address_bits);
    return Step{Caller{registers_}};
  }

  const CompactFunction& function_;
  const Surroundings& where_;
  Registers registers_;
  std::uint64_t at_;
  bool has_undone_ = false;
};

}  // namespace

std::optional<Step> step_to_return_arm64(const CompactFunction& function, const Surroundings& where) {
  return WayToReturn(function, where).run();
}

}  // namespace symkit::unwind
