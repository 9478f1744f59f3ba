#include "stacks/unwind/unwinder.h"

#include <algorithm>

#include "files/code/call_instruction.h"
#include "stacks/unwind/fixed_step.h"
#include "stacks/unwind/signal_record.h"
#include "stacks/unwind/x86_path.h"

namespace symkit::unwind {
namespace {

// As many words of a stack are tried: more, where the frame before is certain.
constexpr std::size_t few_words = 40, many_words = 160;

std::uint32_t parameters_at(std::uint64_t address, const LoadedCode& code) {
  for (const auto& table : code.tables)
    if (const std::uint32_t size = table->parameters_at(address); size != 0) return size;
  return 0;
}

}  // namespace

Stack Unwinder::unwind(const Registers& begin) {
  Stack stack;
  Registers registers = begin;
  Frame frame;
  callee_parameters_ = 0;
  bool goes_on = push(registers, frame, stack);
  while (goes_on) goes_on = take_kept_steps(registers, frame, stack) && take_step(registers, frame, stack);
  return stack;
}

bool Unwinder::push(const Registers& registers, Frame& frame, Stack& stack) {
  const auto code = registers.at(processor_.code);
  const auto top = registers.at(processor_.stack);
  if (!code || !top) return false;
  frame.address = *code;
  frame.stack = *top;
  stack.frames.push_back(frame);
  if (stack.registers.size() < registers_kept_) stack.registers.push_back(registers);
  if (frames_left_ != 0) --frames_left_;
  if (stack.frames.size() != deepest && frames_left_ != 0) return true;
  stack.end = End::TooDeep;
  return false;
}

// Nearly all frames are left so, where steps are kept. What is not that simple is left for take_step().
bool Unwinder::take_kept_steps(Registers& registers, Frame& frame, Stack& stack) {
  const std::uint64_t within = frame.is_return_address ? frame.address - 1 : frame.address;
  const FixedStep* next = images_.kept_step(within, frame.is_return_address);
  while (const FixedStep* const step = next) {
    if (step->is_outermost) {
      stack.end = End::Outermost;
      return false;
    }
    const auto landing = landing_of(*step, {registers, memory_, processor_});
    if (!landing || landing->code == 0 || landing->cfa <= frame.stack) return true;
    const std::uint64_t caller = step->is_interrupted ? landing->code : landing->code - 1;
    next = images_.kept_step(caller, !step->is_interrupted);
    if (next == nullptr && !step->is_interrupted && !images_.code_at(caller)) return true;
    land(*step, *landing, memory_, processor_, registers);
    callee_parameters_ = 0;
    frame.is_return_address = !step->is_interrupted;
    if (frame.trust != Trust::Scan) frame.trust = Trust::Cfi;
    if (!push(registers, frame, stack)) return false;
  }
  return true;
}

bool Unwinder::take_step(Registers& registers, Frame& frame, Stack& stack) {
  stack.end = End::NoTable;
  auto found = next(registers, !frame.is_return_address, stack.end);
  const bool is_certain = frame.trust != Trust::Scan;
  if (!found && guesses_ == Guesses::Allowed) found = by_scan(registers, is_certain ? many_words : few_words);
  if (!found) return false;
  if (found->caller.is_outermost) {
    stack.end = End::Outermost;
    return false;
  }
  if (!makes_progress(registers, *found)) {
    stack.end = End::Circle;
    return false;
  }
  registers = found->caller.registers;
  const std::uint64_t caller = registers.at(processor_.code).value_or(0);
  if (caller == 0) {
    stack.end = End::Outermost;
    return false;
  }
  // As exceptions are thrown, a frame may be rewritten.
  if (guesses_ == Guesses::None && !found->is_interrupted && !images_.code_at(caller - 1)) return false;
  frame.is_return_address = !found->is_interrupted;
  // What follows from a guess is one.
  frame.trust = frame.trust == Trust::Scan ? Trust::Scan : found->trust;
  return push(registers, frame, stack);
}

// The stack shrinks from each frame to its caller; signals may have changed to another one.
bool Unwinder::makes_progress(const Registers& from, const Next& next) const {
  if (next.is_interrupted) return true;
  const auto before = from.at(processor_.stack), after = next.caller.registers.at(processor_.stack);
  if (!before || !after) return false;
  if (*after != *before) return *after > *before;
  // A function without a frame, whose return address is in a register.
  return processor_.link && from.at(processor_.code) != next.caller.registers.at(processor_.code);
}

std::optional<Unwinder::Next> Unwinder::next(const Registers& registers, bool is_exact, End& why_not) {
  const std::uint64_t address = *registers.at(processor_.code);
  const std::uint64_t within = is_exact ? address : address - 1;
  const auto code = images_.code_at(within);
  const CodePoint point{within - (code ? code->bias : 0), !is_exact, is_exact ? 0 : callee_parameters_};
  callee_parameters_ = code ? parameters_at(point.address, *code) : 0;
  if (code)
    if (auto found = by_tables(registers, point, *code, why_not))
      return is_exact ? corrected(registers, *found) : found;
  if (guesses_ == Guesses::None && code && (code->is_unknown || why_not == End::NoMemory))
    return std::nullopt;
  // It may be the first code of its page.
  if (const auto before =
          interrupted_registers(address, *registers.at(processor_.stack), memory_, processor_))
    return Next{{*before}, Trust::Cfi, true};
  if (code && std::ranges::any_of(code->tables, [](const auto& one) { return one->holds_at_calls_only(); })) {
    auto found = by_tables_of_calls(registers, point, *code);
    // So the program's first function ends, but also some that never return.
    if (found && found->caller.is_outermost) {
      why_not = End::Outermost;
      return std::nullopt;
    }
    if (found || !is_exact) return found;
  }
  if (!code) return is_exact ? from_nowhere(registers) : std::nullopt;
  if (is_exact)
    if (auto found = by_link(registers)) return found;
  // What compilers made while the process ran has frame pointers, and may be left in ways of its own.
  if (!code->tables.empty())
    if (auto found = by_instructions(registers)) return found;
  return by_frame_pointer(registers, is_exact);
}

// Some tables do not know that a function written by hand has pushed a register: then no call is found.
Unwinder::Next Unwinder::corrected(const Registers& registers, const Next& found) {
  if (found.is_interrupted || found.caller.is_outermost) return found;
  const std::uint64_t to = *found.caller.registers.at(processor_.code);
  if (is_behind_call(to) || is_unread(to)) return found;
  return by_instructions(registers).value_or(found);
}

std::optional<Unwinder::Next> Unwinder::by_tables(const Registers& registers, const CodePoint& point,
                                                  const LoadedCode& code, End& why_not) {
  for (const auto& table : code.tables) {
    if (table->holds_at_calls_only()) continue;
    const auto step = table->step(point, {registers, memory_, processor_});
    if (!step) continue;
    if (step->caller) return Next{*step->caller, Trust::Cfi, step->is_interrupted};
    why_not = End::NoMemory;
    break;
  }
  return std::nullopt;
}

// What they say of a function's first and last instructions may be wrong: then no call is found.
std::optional<Unwinder::Next> Unwinder::by_tables_of_calls(const Registers& registers, const CodePoint& point,
                                                           const LoadedCode& code) {
  for (const auto& table : code.tables) {
    if (!table->holds_at_calls_only()) continue;
    const auto step = table->step(point, {registers, memory_, processor_});
    if (!step || !step->caller) continue;
    if (step->caller->is_outermost || is_behind_call(*step->caller->registers.at(processor_.code)))
      return Next{*step->caller, Trust::Cfi};
  }
  return std::nullopt;
}

bool Unwinder::is_behind_call(std::uint64_t address) {
  constexpr std::uint64_t longest_call = 8;
  if (address < longest_call) return false;
  const auto code = images_.code_at(address - 1);
  if (!code) return false;
  const code::Code before{.bytes = memory_.at(address - longest_call, longest_call),
                          .begin = address - longest_call};
  // Small dumps have no code, and the image's file may not be here.
  if (before.bytes.empty()) return !code->is_unknown;
  return code::stands_behind_call(before, address, processor_.architecture);
}

// An image is there, but not its code: whether a call is there cannot be said.
bool Unwinder::is_unread(std::uint64_t address) {
  return address != 0 && images_.code_at(address - 1) && memory_.at(address - 1, 1).empty();
}

bool Unwinder::has_entry(const LoadedCode& code, std::uint64_t address) {
  return std::ranges::any_of(code.tables,
                             [&](const auto& table) { return table->has_function(address - code.bias); });
}

// Where an image's table has no function, a word that leads there is no return address, unless the table
// has others of its functions not either: that of the frame at `from`.
bool Unwinder::may_return_to(std::uint64_t address, std::uint64_t from) {
  const auto code = images_.code_at(address);
  if (!code) return false;
  if (code->tables.empty() || has_entry(*code, address)) return true;
  if (std::ranges::any_of(code->tables, [](const auto& table) { return table->has_all_callers(); }))
    return false;
  const auto here = images_.code_at(from);
  return here && here->bias == code->bias && !has_entry(*here, from);
}

std::optional<Unwinder::Next> Unwinder::returning(std::uint64_t to, std::uint64_t stack,
                                                  std::optional<std::uint64_t> frame, Trust trust) {
  to &= processor_.address_bits;
  if (processor_.architecture == Architecture::Armv7) to &= ~std::uint64_t{1};  // the caller is Thumb code
  if (!is_behind_call(to)) return std::nullopt;
  Next next{.trust = trust};
  // What other registers hold is not known.
  next.caller.registers.set(processor_.code, to);
  next.caller.registers.set(processor_.stack, stack);
  if (frame) next.caller.registers.set(processor_.frame, *frame);
  return next;
}

// A call led there, or a jump, which leaves the frame as it is.
std::optional<Unwinder::Next> Unwinder::from_nowhere(const Registers& registers) {
  auto found = by_fresh_call(registers);
  return found ? found : by_frame_pointer(registers, false);
}

// Where nothing was executed yet, as after a call of a null pointer.
std::optional<Unwinder::Next> Unwinder::by_fresh_call(const Registers& registers) {
  if (processor_.link) return by_link(registers);
  const std::uint64_t top = *registers.at(processor_.stack);
  const auto to = memory_.number(top, processor_.address_size);
  return to ? unchanged(registers, *to, top + processor_.address_size) : std::nullopt;
}

// A function that calls nothing keeps its return address in the register.
std::optional<Unwinder::Next> Unwinder::by_link(const Registers& registers) {
  const auto to = processor_.link ? registers.at(*processor_.link) : std::nullopt;
  return to ? unchanged(registers, *to, *registers.at(processor_.stack)) : std::nullopt;
}

// All other registers are as the caller left them.
std::optional<Unwinder::Next> Unwinder::unchanged(const Registers& registers, std::uint64_t to,
                                                  std::uint64_t stack) {
  auto found = returning(to, stack, {}, Trust::FramePointer);
  if (!found) return std::nullopt;
  const std::uint64_t code = *found->caller.registers.at(processor_.code);
  found->caller.registers = registers;
  found->caller.registers.set(processor_.code, code);
  found->caller.registers.set(processor_.stack, stack);
  return found;
}

std::optional<Unwinder::Next> Unwinder::by_instructions(const Registers& registers) {
  constexpr unsigned most_tries = 16;
  const bool is_x86 =
      processor_.architecture == Architecture::X86_64 || processor_.architecture == Architecture::X86;
  if (!is_x86 || guesses_ == Guesses::None) return std::nullopt;
  const Surroundings here{registers, memory_, processor_};
  const std::uint64_t top = *registers.at(processor_.stack);
  unsigned tries = 0;
  for (std::size_t i = 0; i < many_words && tries < most_tries; ++i) {
    const std::uint64_t at = top + i * processor_.address_size;
    const auto word = memory_.number(at, processor_.address_size);
    if (!word) break;
    if (!is_behind_call(*word)) continue;
    if (const auto caller = caller_by_way_from_call(here, instructions_left_, at))
      return Next{{*caller}, Trust::Code};
    ++tries;
  }
  const auto caller = caller_by_way_to_return(
      here, instructions_left_, [&](std::uint64_t to) { return is_behind_call(to) || is_unread(to); });
  if (!caller || is_unread(*caller->at(processor_.code))) return std::nullopt;
  return Next{{*caller}, Trust::Code};
}

std::optional<Unwinder::Next> Unwinder::by_frame_pointer(const Registers& registers, bool is_exact) {
  const unsigned size = processor_.address_size;
  const auto frame = registers.at(processor_.frame);
  const std::uint64_t top = *registers.at(processor_.stack);
  if (is_exact && !processor_.link) {
    // At a function's begin, or at its return, there is no frame.
    const Bytes bytes = memory_.at(*registers.at(processor_.code), 1);
    constexpr std::uint8_t push_frame_pointer = 0x55, returns = 0xc3;
    if (!bytes.empty() && (bytes[0] == push_frame_pointer || bytes[0] == returns))
      if (auto found = by_fresh_call(registers)) return found;
  }
  if (!frame || *frame < top || *frame % size != 0) return std::nullopt;
  // RISC-V's points behind the two words.
  const bool is_behind = processor_.architecture == Architecture::RiscV64;
  if (processor_.frame_slack != 0) return by_frame_near(*frame);
  return by_frame_at(is_behind ? *frame - std::uint64_t{2} * size : *frame);
}

std::optional<Unwinder::Next> Unwinder::by_frame_at(std::uint64_t at) {
  const unsigned size = processor_.address_size;
  const auto before = memory_.number(at, size), to = memory_.number(at + size, size);
  if (!before || !to) return std::nullopt;
  return returning(*to, at + std::uint64_t{2} * size, before, Trust::FramePointer);
}

// The caller's frame pointer, which is saved there, must lead on.
std::optional<Unwinder::Next> Unwinder::by_frame_near(std::uint64_t frame) {
  constexpr unsigned alignment = 16;
  for (unsigned offset = 0; offset <= processor_.frame_slack; offset += alignment) {
    auto found = by_frame_at(frame + offset);
    if (!found) continue;
    const std::uint64_t before = *found->caller.registers.at(processor_.frame);
    const bool leads_on = before >= *found->caller.registers.at(processor_.stack) &&
                          memory_.number(before, processor_.address_size);
    if (leads_on) return found;
  }
  return std::nullopt;
}

std::optional<Unwinder::Next> Unwinder::by_scan(const Registers& registers, std::size_t words) {
  if (!code::knows_calls(processor_.architecture)) return std::nullopt;
  const unsigned size = processor_.address_size;
  const std::uint64_t top = *registers.at(processor_.stack);
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t at = top + i * size;
    const auto word = memory_.number(at, size);
    if (!word) return std::nullopt;
    if (!may_return_to(*word - 1, *registers.at(processor_.code))) continue;
    if (auto found = returning(*word, at + size, registers.at(processor_.frame), Trust::Scan)) return found;
  }
  return std::nullopt;
}

}  // namespace symkit::unwind
