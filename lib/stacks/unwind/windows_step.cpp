#include "stacks/unwind/windows_step.h"

#include "stacks/unwind/windows_epilogue.h"
#include "stacks/unwind/x86_64_registers.h"

namespace symkit::unwind {
namespace {

class Undoing {
 public:
  Undoing(const Registers& registers, const Memory& memory)
      : registers_(registers), memory_(memory), top_(registers.at(x86_64::stack_pointer).value_or(0)) {}

  std::optional<WindowsCaller> undo(const Prologue& prologue) {
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

  std::optional<WindowsCaller> returned() {
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
  std::optional<WindowsCaller> interrupted(std::uint64_t frame) {
    const auto to = memory_.number(frame, x86_64::word),
               top = memory_.number(frame + std::uint64_t{3} * x86_64::word, x86_64::word);
    if (!to || !top) return std::nullopt;
    return leave(*to, *top, true);
  }

  WindowsCaller leave(std::uint64_t to, std::uint64_t top, bool is_interrupted) {
    registers_.set(x86_64::code_pointer, to);
    registers_.set(x86_64::stack_pointer, top);
    return {{registers_}, is_interrupted};
  }

  Registers registers_;
  const Memory& memory_;
  std::uint64_t top_;
  std::uint64_t base_ = 0;
};

}  // namespace

std::optional<WindowsCaller> caller_by_windows_table(const WindowsTable& table, std::uint64_t place,
                                                     bool is_exact, const Registers& registers,
                                                     const Memory& memory) {
  Undoing undoing(registers, memory);
  const auto prologue = table.find(place);
  // Only functions that call nothing have no entry.
  if (!prologue) return is_exact && !table.has_function(place) ? undoing.returned() : std::nullopt;
  if (is_exact && prologue->is_complete)
    if (auto returned = caller_after_epilogue(table, place, registers, memory))
      return WindowsCaller{{*returned}};
  return undoing.undo(*prologue);
}

}  // namespace symkit::unwind
