#include "ground/base/return_address.h"

#include <algorithm>

namespace symkit {
namespace {

// The code that a signal handler returns to. Above it on the stack is what the signal interrupted.
bool is_signal_trampoline(std::string_view symbol) {
  constexpr std::array names = {
      "<signal handler called>", "_sigtramp",          "__restore_rt",          "__restore",
      "__kernel_rt_sigreturn",   "__kernel_sigreturn", "__default_sa_restorer", "__default_rt_sa_restorer"};
  return std::ranges::any_of(names, [&](std::string_view name) { return symbol == name; });
}

// A trampoline in a stripped Linux C library, where it has no name: logs give it the name of the exported
// function before it, which has no call this far from its beginning. It begins at a multiple of 16.
bool is_nameless_trampoline(const FrameReference& frame) {
  if (frame.address_of != AddressOf::Return) return false;
  const bool is_aligned = frame.symbol_offset.value_or(0) % 16 == 0;
  if (frame.symbol == "funlockfile") return is_aligned;
  constexpr std::array names = {"__sigaction", "sigaction", "killpg"};
  constexpr std::uint64_t least = 0x30, most = 0x80;
  return is_aligned && frame.symbol_offset && *frame.symbol_offset >= least && *frame.symbol_offset <= most &&
         std::ranges::any_of(names, [&](std::string_view name) { return frame.symbol == name; });
}

bool is_arm32(Architecture architecture) {
  switch (architecture) {
    case Architecture::Armv6:
    case Architecture::Armv7:
    case Architecture::Armv7s:
    case Architecture::Armv7k: return true;
    default: return false;
  }
}

bool is_arm64(Architecture architecture) {
  return architecture == Architecture::Arm64 || architecture == Architecture::Arm64e ||
         architecture == Architecture::Arm64_32;
}

}  // namespace

void StackPosition::settle(FrameReference& frame) {
  const bool first = frame.number ? *frame.number == 0 : !within_stack_;
  frame.begins_stack = first;
  const bool is_innermost = first && frame.depth;  // it is also the last of its stack
  if ((first && !is_innermost) || begins_anew_) ++stack_;
  frame.stack = stack_;
  begins_anew_ = false;
  if (frame.address_of == AddressOf::Stack)
    frame.address_of = first ? AddressOf::Instruction : AddressOf::Return;
  if (frame.address_of == AddressOf::Call && first) frame.address_of = AddressOf::Instruction;
  if (after_signal_) frame.address_of = AddressOf::Instruction;
  within_stack_ = true;
  after_signal_ = is_signal_trampoline(frame.symbol) || is_nameless_trampoline(frame);
}

void CallFinder::choose(const FrameReference& frame) {
  if (stacks_[at_].number == frame.stack) return;
  for (std::size_t i = 0; i < stacks_.size(); ++i)
    if (stacks_[i].number == frame.stack) return static_cast<void>(at_ = i);
  // What has only other text before it may go on with the stack before that.
  Stack next = frame.begins_stack ? Stack() : stacks_[at_];
  next.number = frame.stack;
  at_ = (at_ + 1) % stacks_.size();
  stacks_[at_] = next;
}

std::uint64_t CallFinder::place_of(const FrameReference& frame, std::uint64_t offset,
                                   Architecture architecture, bool is_trampoline, bool no_call) {
  Stack& stack = stacks_[at_];
  const bool was_interrupted = stack.interrupted && !frame.begins_stack;
  stack.interrupted = is_trampoline;
  stack.after_unknown = false;
  const bool is_exact = is_trampoline || was_interrupted || no_call || frame.address_of != AddressOf::Return;
  return is_exact ? offset : call_before(offset, architecture);
}

void CallFinder::was_named(std::string_view function) {
  if (is_signal_trampoline(function)) stacks_[at_].interrupted = true;
}

std::array<std::uint64_t, 2> returns_behind(std::uint64_t call, Architecture architecture) {
  if (is_arm64(architecture)) return {call + 4, call + 4};
  if (instruction_step(architecture) == 1) return {call + 1, call + 1};
  return {call + 2, call + 4};
}

std::uint64_t call_before(std::uint64_t return_address, Architecture architecture) {
  std::uint64_t back = 1;  // calls differ in size; the last byte always belongs to them
  if (is_arm32(architecture)) {
    return_address &= ~std::uint64_t{1};  // the low bit marks the caller as Thumb code
    back = 2;
  } else if (is_arm64(architecture)) {
    back = 4;
  }
  return return_address < back ? 0 : return_address - back;
}

}  // namespace symkit
