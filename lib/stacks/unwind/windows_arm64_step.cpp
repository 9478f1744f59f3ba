#include "stacks/unwind/windows_arm64_step.h"

#include <algorithm>

#include "stacks/unwind/arm64_registers.h"

namespace symkit::unwind {
namespace {

class Arm64Undoing {
 public:
  explicit Arm64Undoing(const Surroundings& where)
      : where_(where),
        registers_(where.registers),
        top_(where.registers.at(arm64::stack_pointer).value_or(0)) {}

  Step undo(std::span<const Arm64Step> steps) {
    for (const Arm64Step& step : steps) {
      if (step.kind == Arm64Step::Kind::MachineFrame) return after_machine_frame();
      if (step.kind == Arm64Step::Kind::Context) return after_context();
      if (!undo(step)) return {};
    }
    auto to = registers_.at(arm64::link);
    if (!to) return {};
    if (is_signed_) to = *to & where_.processor.address_bits;
    registers_.set(arm64::code_pointer, *to);
    registers_.set(arm64::stack_pointer, top_);
    return {Caller{registers_}};
  }

 private:
  using Kind = Arm64Step::Kind;

  bool take(unsigned number, std::uint64_t address) {
    const auto value = where_.memory.number(address, arm64::word);
    if (value) registers_.set(number, *value);
    return value.has_value();
  }

  bool take_all(const Arm64Step& step, std::uint64_t from) {
    for (unsigned i = 0; i < step.count; ++i)
      if (step.first + i <= arm64::link && !take(step.first + i, from + std::uint64_t{i} * arm64::word))
        return false;
    return !step.has_link || take(arm64::link, from + std::uint64_t{step.count} * arm64::word);
  }

  bool undo(const Arm64Step& step) {
    switch (step.kind) {
      case Kind::Allocate: top_ += step.amount; return true;
      case Kind::Save: return take_all(step, top_ + step.amount);
      case Kind::Push: top_ += step.amount; return take_all(step, top_ - step.amount);
      case Kind::Sign: is_signed_ = true; return true;
      case Kind::SetFrame: {
        const auto frame = registers_.at(arm64::frame_pointer);
        if (frame) top_ = *frame - step.amount;
        return frame.has_value();
      }
      case Kind::Nothing:
      case Kind::Mark: return true;
      default: return false;
    }
  }

  Step interrupted(std::uint64_t top_at, std::uint64_t code_at) {
    if (!take(arm64::stack_pointer, top_at) || !take(arm64::code_pointer, code_at)) return {};
    return {Caller{registers_}, true};
  }

  Step after_machine_frame() { return interrupted(top_, top_ + arm64::word); }

  // Flags (8 bytes), x0 to x30, sp, pc
  Step after_context() {
    const std::uint64_t first = top_ + 8;
    for (unsigned number = 0; number <= arm64::link; ++number)
      if (!take(number, first + std::uint64_t{number} * arm64::word)) return {};
    const std::uint64_t behind = first + std::uint64_t{arm64::link + 1} * arm64::word;
    return interrupted(behind, behind + arm64::word);
  }

  const Surroundings& where_;
  Registers registers_;
  std::uint64_t top_;
  bool is_signed_ = false;
};

}  // namespace

Step undo_arm64(std::span<const Arm64Step> steps, const Surroundings& where) {
  return Arm64Undoing(where).undo(steps);
}

}  // namespace symkit::unwind
