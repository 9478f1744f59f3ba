#include "stacks/unwind/x86_path.h"

#include <doctest/doctest.h>
#include <initializer_list>
#include <optional>
#include <vector>

#include "memory_of.h"
#include "stacks/unwind/processor.h"

using namespace symkit;
using namespace symkit::unwind;

namespace {

constexpr unsigned rbx = 3, rbp = 6, rsp = 7, rip = 16;
constexpr std::uint64_t function = 0x401000, stack = 0x7000, caller = 0x402005;

struct Machine {
  MemoryOf memory;
  Registers registers;
  std::size_t left = 1'000'000;

  Machine() {
    memory.add(0x402000, {0xe8, 0xfb, 0xef, 0xff, 0xff});  // call of the function
    registers.set(rbx, 0xb);
    registers.set(rbp, 0xbb);
  }
  void run_at(std::uint64_t code, std::uint64_t top) {
    registers.set(rip, code);
    registers.set(rsp, top);
  }
  Surroundings where() const { return {registers, memory, *processor_of(Architecture::X86_64)}; }
  std::optional<Registers> to_return() {
    return caller_by_way_to_return(where(), left, [](std::uint64_t to) { return to == caller; });
  }
  std::optional<Registers> from_call(std::uint64_t at) { return caller_by_way_from_call(where(), left, at); }
};

// push %rbx; sub $16,%rsp; test %rdi,%rdi; je to the end; call; jmp to the begin of the body; add $16,%rsp;
// pop %rbx; ret
const std::vector<std::uint8_t> body = {0x53, 0x48, 0x83, 0xec, 0x10, 0x48, 0x85, 0xff, 0x74, 0x07, 0xe8, 0,
                                        0,    1,    0,    0xeb, 0xf4, 0x48, 0x83, 0xc4, 0x10, 0x5b, 0xc3};
constexpr std::uint64_t after_call = function + 15;

}  // namespace

TEST_CASE("a function is left by the way to its return, over its branches") {
  Machine machine;
  machine.memory.add(function, body);
  machine.memory.word(stack + 16, 0x1234);  // rbx
  machine.memory.word(stack + 24, caller);
  machine.run_at(after_call, stack);
  const auto found = machine.to_return();
  REQUIRE(found);
  CHECK(found->at(rip) == caller);
  CHECK(found->at(rsp) == stack + 32);
  CHECK(found->at(rbx) == 0x1234);
  CHECK(found->at(rbp) == 0xbb);
  CHECK_FALSE(found->at(0));  // a call may have changed it
}

TEST_CASE("a function is left by the call that led there, if it has this stack here") {
  Machine machine;
  machine.memory.add(function, body);
  machine.memory.word(stack + 16, 0x1234);
  machine.memory.word(stack + 24, caller);
  machine.memory.word(stack + 40, caller);  // an older one
  machine.run_at(after_call, stack);
  const auto found = machine.from_call(stack + 24);
  REQUIRE(found);
  CHECK(found->at(rip) == caller);
  CHECK(found->at(rsp) == stack + 32);
  CHECK(found->at(rbx) == 0x1234);
  CHECK_FALSE(machine.from_call(stack + 40));
  CHECK_FALSE(machine.from_call(stack + 16));
}

TEST_CASE("a function that never returns is left by the call that led there") {
  Machine machine;
  // sub $24,%rsp; call; hlt
  machine.memory.add(function, {0x48, 0x83, 0xec, 0x18, 0xe8, 0, 0, 1, 0, 0xf4});
  machine.memory.word(stack + 24, caller);
  machine.run_at(function + 9, stack);
  CHECK_FALSE(machine.to_return());
  REQUIRE(machine.from_call(stack + 24));
}

TEST_CASE("a stack of unknown size is left by the frame pointer that the function has set") {
  Machine machine;
  // push %rbp; mov %rsp,%rbp; sub %rax,%rsp; call; leave; ret
  machine.memory.add(function, {0x55, 0x48, 0x89, 0xe5, 0x48, 0x29, 0xc4, 0xe8, 0, 0, 1, 0, 0xc9, 0xc3});
  machine.memory.word(stack + 0x100, 0x7777);
  machine.memory.word(stack + 0x108, caller);
  machine.run_at(function + 12, stack);
  machine.registers.set(rbp, stack + 0x100);
  for (const auto& found : {machine.to_return(), machine.from_call(stack + 0x108)}) {
    REQUIRE(found);
    CHECK(found->at(rsp) == stack + 0x110);
    CHECK(found->at(rbp) == 0x7777);
  }
}

TEST_CASE("code that has no end is followed only so far") {
  Machine machine;
  machine.memory.add(function, std::vector<std::uint8_t>(10'000, 0x90));
  machine.run_at(function, stack);
  CHECK_FALSE(machine.to_return());
  CHECK(machine.left >= 990'000);
  machine.left = 10;
  CHECK_FALSE(machine.to_return());
  CHECK(machine.left == 0);
}
