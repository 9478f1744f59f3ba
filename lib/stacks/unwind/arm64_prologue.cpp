// Functions on arm64 that have neither called nor branched so far: their instructions tell exactly what was
// saved, and where.
#include <map>

#include "ground/base/cursor.h"
#include "stacks/unwind/arm64_code.h"
#include "stacks/unwind/arm64_registers.h"
#include "stacks/unwind/compact_step.h"

namespace symkit::unwind {
namespace {

constexpr std::uint64_t longest_begin = 4096;

class WayFromBegin {
 public:
  // False: the function has done more than what can be followed.
  bool follow(const Arm64Instruction& instruction) {
    const bool branches = instruction.calls() || instruction.returns() || instruction.branch() ||
                          instruction.branches_on_condition() || instruction.branches_to_register() ||
                          instruction.traps();
    // Some functions may return before they need a frame.
    if (branches) return !has_frame() && !instruction.calls();
    if (instruction.aligns_stack()) return frame_.has_value();
    if (const auto sum = instruction.sum()) return follow_sum(*sum);
    const auto access = instruction.access();
    if (access && access->base == arm64::stack_pointer) follow_access(*access);
    return true;
  }

  Step caller(const Surroundings& where) const {
    const auto base = where.registers.at(frame_ ? arm64::frame_pointer : arm64::stack_pointer);
    const auto to = where.registers.at(arm64::link);
    if (!base || !to) return {};
    const std::uint64_t top = *base + static_cast<std::uint64_t>(frame_.value_or(depth_));
    Registers registers = where.registers;
    for (const auto& [number, place] : saved_) {
      const auto value = where.memory.number(top + static_cast<std::uint64_t>(place), arm64::word);
      if (!value) return {};
      registers.set(number, *value);
    }
    registers.set(arm64::code_pointer, registers.at(arm64::link).value_or(0) & where.processor.address_bits);
    registers.set(arm64::stack_pointer, top);
    return {Caller{registers}};
  }

 private:
  bool has_frame() const { return depth_ != 0 || frame_; }

  bool follow_sum(const Arm64Instruction::Sum& sum) {
    const bool is_from_stack = sum.from == arm64::stack_pointer;
    if (sum.to == arm64::frame_pointer) {
      if (!is_from_stack) return false;
      frame_ = depth_ - sum.amount;
    } else if (sum.to == arm64::stack_pointer) {
      if (!is_from_stack) return frame_.has_value();
      depth_ -= sum.amount;
    }
    return true;
  }

  // What is stored first is what the caller had.
  void follow_access(const Arm64Access& access) {
    const std::int64_t place = access.offset - depth_;
    depth_ -= access.moves_base;
    if (access.is_load || access.is_vector) return;
    note(access.first, place);
    if (access.second) note(*access.second, place + arm64::word);
  }

  void note(unsigned number, std::int64_t place) {
    constexpr unsigned first_kept = 19;
    if (number >= first_kept && number <= arm64::link) saved_.emplace(number, place);
  }

  std::int64_t depth_ = 0;                  // of the stack pointer
  std::optional<std::int64_t> frame_;       // of the frame pointer, if it is set
  std::map<unsigned, std::int64_t> saved_;  // where registers are, from where the stack pointer was
};

}  // namespace

std::optional<Step> step_in_prologue_arm64(const CompactFunction& function, const Surroundings& where) {
  const std::uint64_t into = where.registers.at(arm64::code_pointer).value_or(0) - function.begin;
  if (into > longest_begin) return std::nullopt;
  const Bytes code = where.memory.at(function.begin, into);
  if (code.size() < into) return std::nullopt;
  WayFromBegin way;
  for (Cursor at(code, Endian::Little); at.remaining() >= arm64::instruction;)
    if (!way.follow({at.u32()})) return std::nullopt;
  return way.caller(where);
}

}  // namespace symkit::unwind
