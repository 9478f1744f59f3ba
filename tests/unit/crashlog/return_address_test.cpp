#include "crashlog/return_address.h"

#include "doctest/doctest.h"

using namespace symkit;
using namespace symkit::crashlog;

namespace {

AddressOf settled(StackPosition& position, std::optional<std::uint32_t> number, std::string_view symbol = {},
                  AddressOf kind = AddressOf::Stack) {
  Frame frame;
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
