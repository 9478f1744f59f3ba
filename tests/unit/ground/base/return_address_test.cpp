#include "ground/base/return_address.h"

#include "doctest/doctest.h"

using namespace symkit;

namespace {

AddressOf settled(StackPosition& position, std::optional<std::uint32_t> number, std::string_view symbol = {},
                  AddressOf kind = AddressOf::Stack) {
  FrameReference frame;
  frame.number = number;
  frame.symbol = symbol;
  frame.address_of = kind;
  position.settle(frame);
  return frame.address_of;
}

}  // namespace

TEST_CASE("the first frame of a stack stands at an instruction, the others at return addresses") {
  StackPosition position;
  CHECK(settled(position, 0) == AddressOf::Instruction);
  CHECK(settled(position, 1) == AddressOf::Return);
  CHECK(settled(position, 2) == AddressOf::Return);
  CHECK(settled(position, 0) == AddressOf::Instruction);  // the next thread's
}

TEST_CASE("without numbers the first is the one after a line that is no frame") {
  StackPosition position;
  CHECK(settled(position, {}) == AddressOf::Instruction);
  CHECK(settled(position, {}) == AddressOf::Return);
  position.no_frame();
  CHECK(settled(position, {}) == AddressOf::Instruction);
}

TEST_CASE("what a signal interrupted stands at an instruction") {
  for (const char* trampoline :
       {"<signal handler called>", "_sigtramp", "__restore_rt", "__kernel_rt_sigreturn"}) {
    StackPosition position;
    CHECK(settled(position, 0) == AddressOf::Instruction);
    CHECK(settled(position, 1, trampoline) == AddressOf::Return);
    CHECK(settled(position, 2) == AddressOf::Instruction);
    CHECK(settled(position, 3) == AddressOf::Return);
  }
}

TEST_CASE("a trampoline without a name has that of the exported function before it") {
  const auto behind = [](std::string_view symbol, std::optional<std::uint64_t> offset, AddressOf kind) {
    StackPosition position;
    FrameReference frame;
    frame.symbol = symbol;
    frame.symbol_offset = offset;
    frame.address_of = kind;
    position.settle(frame);
    return settled(position, {}, {}, AddressOf::Return);
  };
  CHECK(behind("funlockfile", {}, AddressOf::Return) == AddressOf::Instruction);
  CHECK(behind("funlockfile", 0x50, AddressOf::Return) == AddressOf::Instruction);
  CHECK(behind("__sigaction", 0x40, AddressOf::Return) == AddressOf::Instruction);
  CHECK(behind("killpg", 0x40, AddressOf::Return) == AddressOf::Instruction);
  // Where that function itself was interrupted, or called another one.
  CHECK(behind("funlockfile", 0x10, AddressOf::Stack) == AddressOf::Return);
  CHECK(behind("__sigaction", 0x3b, AddressOf::Return) == AddressOf::Return);
  CHECK(behind("__sigaction", 0x20, AddressOf::Return) == AddressOf::Return);
  CHECK(behind("__sigaction", {}, AddressOf::Return) == AddressOf::Return);
  CHECK(behind("raise", 0x40, AddressOf::Return) == AddressOf::Return);
}

TEST_CASE("what the log's writer has settled stays so") {
  StackPosition position;
  CHECK(settled(position, 0, {}, AddressOf::Return) == AddressOf::Return);
  CHECK(settled(position, 1, {}, AddressOf::Instruction) == AddressOf::Instruction);
}

TEST_CASE("how far back the call lies depends on the processor") {
  CHECK(call_before(0x1005, Architecture::X86_64) == 0x1004);
  CHECK(call_before(0x1005, Architecture::X86) == 0x1004);
  CHECK(call_before(0x1008, Architecture::Arm64) == 0x1004);
  CHECK(call_before(0x1008, Architecture::Arm64e) == 0x1004);
  CHECK(call_before(0x1008, Architecture::Armv7) == 0x1006);
  CHECK(call_before(0x1009, Architecture::Armv7) == 0x1006);  // Thumb
  CHECK(call_before(0x1008, Architecture::Unknown) == 0x1007);
  CHECK(call_before(0, Architecture::X86_64) == 0);
  CHECK(call_before(2, Architecture::Arm64) == 0);
}

TEST_CASE("a log that has stepped back itself gives the call, but for the first frame") {
  StackPosition position;
  CHECK(settled(position, 0, {}, AddressOf::Call) == AddressOf::Instruction);
  CHECK(settled(position, 1, {}, AddressOf::Call) == AddressOf::Call);
  CHECK(returns_behind(0x1004, Architecture::X86_64)[0] == 0x1005);
  CHECK(returns_behind(0x1004, Architecture::Arm64)[0] == 0x1008);
  CHECK(returns_behind(0x1004, Architecture::Armv7) == std::array<std::uint64_t, 2>{0x1006, 0x1008});
  CHECK(returns_behind(0x1004, Architecture::RiscV64) == std::array<std::uint64_t, 2>{0x1006, 0x1008});
}

TEST_CASE("the frame after a trampoline is exact, and so is the trampoline's own") {
  CallFinder calls;
  FrameReference frame;
  frame.address_of = AddressOf::Return;
  const auto place = [&](std::uint64_t offset, bool is_trampoline) {
    return calls.place_of(frame, offset, Architecture::X86_64, is_trampoline);
  };
  CHECK(place(0x100, false) == 0xff);
  CHECK(place(0x200, true) == 0x200);
  CHECK(place(0x300, false) == 0x300);
  CHECK(place(0x400, false) == 0x3ff);
  // Known by the name that was found.
  CHECK(place(0x200, false) == 0x1ff);
  calls.was_named("__restore_rt");
  CHECK(place(0x300, false) == 0x300);
  // Another stack begins, or what was interrupted cannot be looked up.
  place(0x200, true);
  frame.begins_stack = true;
  CHECK(place(0x300, false) == 0x2ff);
  frame.begins_stack = false;
  place(0x200, true);
  calls.skip();
  CHECK(place(0x300, false) == 0x2ff);
  CHECK_FALSE(calls.may_be_interrupted(frame));  // what was before it is known
  calls.skip();
  CHECK(calls.may_be_interrupted(frame));
  CHECK(calls.place_of(frame, 0x300, Architecture::X86_64, false, true) == 0x300);
  place(0x200, false);
  calls.was_not_found();
  CHECK(calls.may_be_interrupted(frame));
  frame.begins_stack = true;
  CHECK_FALSE(calls.may_be_interrupted(frame));
}

TEST_CASE("frames of several stacks may alternate") {
  CallFinder calls;
  const auto place = [&](std::size_t stack, bool begins, bool is_trampoline) {
    FrameReference frame;
    frame.address_of = AddressOf::Return;
    frame.stack = stack;
    frame.begins_stack = begins;
    calls.choose(frame);
    return calls.place_of(frame, 0x100, Architecture::X86_64, is_trampoline);
  };
  CHECK(place(1, true, true) == 0x100);
  CHECK(place(2, true, true) == 0x100);
  CHECK(place(1, false, false) == 0x100);
  CHECK(place(2, false, false) == 0x100);
  CHECK(place(1, false, false) == 0xff);
  CHECK(place(2, false, true) == 0x100);
  // Only other text was between these two.
  CHECK(place(3, false, false) == 0x100);
  CHECK(place(4, true, false) == 0xff);
}
