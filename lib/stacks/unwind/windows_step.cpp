// From a frame's registers to its caller's in the code of a Windows image on x86_64.
#include <optional>

#include "stacks/unwind/windows_table.h"
#include "stacks/unwind/x86_64_registers.h"
#include "stacks/unwind/x86_epilogue.h"

namespace symkit::unwind {
namespace {

class Undoing {
 public:
  Undoing(const Registers& registers, const Memory& memory)
      : registers_(registers), memory_(memory), top_(registers.at(x86_64::stack_pointer).value_or(0)) {}

  std::optional<Step> undo(const Prologue& prologue) {
    base_ = top_;
    if (prologue.frame_register) {
      const auto frame = registers_.at(*prologue.frame_register);
      if (!frame) return std::nullopt;
      base_ = *frame - prologue.frame_offset;
    }
    for (const PrologueStep& step : prologue.steps) {
      if (step.kind == PrologueStep::Kind::MachineFrame) return interrupted(top_ + step.amount);
      if (!undo(step)) return std::nullopt;
    }
    return returned();
  }

  std::optional<Step> returned() {
    const auto to = memory_.number(top_, x86_64::word);
    if (!to) return std::nullopt;
    return leave(*to, top_ + x86_64::word, false);
  }

 private:
  bool take(unsigned number, std::uint64_t address) {
    const auto value = memory_.number(address, x86_64::word);
    if (value) registers_.set(number, *value);
    return value.has_value();
  }

  bool undo(const PrologueStep& step) {
    switch (step.kind) {
      case PrologueStep::Kind::Push: top_ += x86_64::word; return take(step.number, top_ - x86_64::word);
      case PrologueStep::Kind::Allocate: top_ += step.amount; return true;
      case PrologueStep::Kind::SetFrame: top_ = base_; return true;
      case PrologueStep::Kind::Save: return take(step.number, base_ + step.amount);
      case PrologueStep::Kind::MachineFrame: break;
    }
    return false;
  }

  // rip, cs, flags, rsp, ss
  std::optional<Step> interrupted(std::uint64_t frame) {
    const auto to = memory_.number(frame, x86_64::word),
               top = memory_.number(frame + std::uint64_t{3} * x86_64::word, x86_64::word);
    if (!to || !top) return std::nullopt;
    return leave(*to, *top, true);
  }

  Step leave(std::uint64_t to, std::uint64_t top, bool is_interrupted) {
    registers_.set(x86_64::code_pointer, to);
    registers_.set(x86_64::stack_pointer, top);
    return {Caller{registers_}, is_interrupted};
  }

  Registers registers_;
  const Memory& memory_;
  std::uint64_t top_;
  std::uint64_t base_ = 0;
};

}  // namespace

std::optional<Step> WindowsTable::step(const CodePoint& point, const Surroundings& where) const {
  Undoing undoing(where.registers, where.memory);
  const auto prologue = find(point.address);
  // Only functions that call nothing have no entry.
  if (!prologue) return !point.has_called && !has_function(point.address) ? undoing.returned() : std::nullopt;
  if (!point.has_called && prologue->is_complete) {
    const std::uint64_t bias = where.registers.at(x86_64::code_pointer).value_or(0) - point.address;
    const auto leads_elsewhere = [&](std::uint64_t to) {
      return this->leads_elsewhere(point.address, to - bias);
    };
    if (auto returned =
            caller_after_epilogue(where, {.leads_elsewhere = leads_elsewhere, .marks_jumps = true}))
      return Step{Caller{returned->registers}};
  }
  return undoing.undo(*prologue);
}

}  // namespace symkit::unwind
