#include "stacks/unwind/unwinder.h"

#include <doctest/doctest.h>
#include <memory>
#include <vector>

#include "memory_of.h"

using namespace symkit;
using namespace symkit::unwind;

namespace {

constexpr unsigned rbp = 6, rsp = 7, rip = 16;
constexpr std::uint64_t code_begin = 0x400000, code_end = 0x500000;

// One image without tables.
class NoTables final : public Images {
 public:
  std::optional<LoadedCode> code_at(std::uint64_t address) override {
    if (address < code_begin || address >= code_end) return std::nullopt;
    return LoadedCode{};
  }
};

// "call" and where it returns to.
std::uint64_t add_call(MemoryOf& memory, std::uint64_t address) {
  memory.add(address - 3, {0x90, 0x90, 0x90});
  memory.add(address, {0xe8, 0x10, 0x00, 0x00, 0x00});
  return address + 5;
}

Registers at(std::uint64_t code, std::uint64_t stack, std::uint64_t frame) {
  Registers registers;
  registers.set(rip, code);
  registers.set(rsp, stack);
  registers.set(rbp, frame);
  return registers;
}

Stack unwound(const MemoryOf& memory, const Registers& registers, std::size_t most = 1000) {
  NoTables images;
  return Unwinder(*processor_of(Architecture::X86_64), memory, images, most).unwind(registers);
}

std::vector<std::uint64_t> addresses(const Stack& stack) {
  std::vector<std::uint64_t> all;
  for (const Frame& frame : stack.frames) all.push_back(frame.address);
  return all;
}

}  // namespace

TEST_CASE("without tables frame pointers lead on, as long as they lead to calls") {
  MemoryOf memory;
  memory.add(0x400010, {0x48, 0x8b, 0x00});
  const std::uint64_t a = add_call(memory, 0x401000), b = add_call(memory, 0x402000);
  memory.word(0x7010, 0x7030);
  memory.word(0x7018, a);
  memory.word(0x7030, 0);
  memory.word(0x7038, b);
  const Stack stack = unwound(memory, at(0x400010, 0x7000, 0x7010));
  CHECK(addresses(stack) == std::vector<std::uint64_t>{0x400010, a, b});
  CHECK(stack.frames[1].trust == Trust::FramePointer);
  CHECK(stack.frames[1].is_return_address);
  CHECK(stack.end == End::NoTable);
}

TEST_CASE("a call of a null pointer is left by what it put on the stack") {
  MemoryOf memory;
  const std::uint64_t a = add_call(memory, 0x401000);
  memory.word(0x7000, a);
  const Stack stack = unwound(memory, at(0, 0x7000, 0));
  CHECK(addresses(stack) == std::vector<std::uint64_t>{0, a});
  CHECK(stack.frames[1].trust == Trust::FramePointer);
}

TEST_CASE("words behind calls are guesses, others are none") {
  MemoryOf memory;
  memory.add(0x400010, {0x48, 0x8b, 0x00});
  memory.add(0x402ff8, {0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90});
  const std::uint64_t a = add_call(memory, 0x401000);
  memory.word(0x7000, 0x403000);  // no call is before it
  memory.word(0x7008, 0x1234);
  memory.word(0x7010, a);
  const Stack stack = unwound(memory, at(0x400010, 0x7000, 0x1));
  CHECK(addresses(stack) == std::vector<std::uint64_t>{0x400010, a});
  CHECK(stack.frames[1].trust == Trust::Scan);
}

TEST_CASE("a handler's frame is left by the kernel's record of what was interrupted") {
  MemoryOf memory;
  // mov $15, %rax; syscall
  memory.add(0x400100, {0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00, 0x0f, 0x05, 0x90, 0x90, 0x90, 0x90, 0x90,
                        0x90, 0x90});
  memory.add(0x400200, {0x48, 0x8b, 0x00});
  for (unsigned i = 0; i < 17; ++i) memory.word(0x7000 + 40 + i * 8, 0);
  memory.word(0x7000 + 40 + 10 * 8, 0x9010);    // rbp
  memory.word(0x7000 + 40 + 15 * 8, 0x9000);    // rsp
  memory.word(0x7000 + 40 + 16 * 8, 0x400200);  // rip
  const Stack stack = unwound(memory, at(0x400100, 0x7000, 0));
  REQUIRE(addresses(stack) == std::vector<std::uint64_t>{0x400100, 0x400200});
  CHECK_FALSE(stack.frames[1].is_return_address);
  CHECK(stack.frames[1].stack == 0x9000);
}

TEST_CASE("where a dump has no code, the kernel's record is known by its looks") {
  constexpr std::uint64_t record = 0x7000;
  const auto caller_with = [](std::uint64_t link, std::uint64_t flags, std::uint64_t segments) {
    MemoryOf memory;
    for (unsigned i = 0; i < 30; ++i) memory.word(record + i * 8, 0);
    memory.word(record, 7);
    memory.word(record + 8, link);
    memory.word(record + 40 + 15 * 8, 0x9000);
    memory.word(record + 40 + 16 * 8, 0x400200);
    memory.word(record + 176, flags);
    memory.word(record + 184, segments);
    const Stack stack = unwound(memory, at(0x400100, record, 0));
    REQUIRE(stack.frames.size() == 2);
    CHECK(stack.frames[1].address == 0x400200);
    return stack.frames[1];
  };
  const Frame interrupted = caller_with(0, 0x246, 0x002b'0000'0000'0033);
  CHECK(interrupted.trust == Trust::Cfi);
  CHECK_FALSE(interrupted.is_return_address);
  CHECK(caller_with(0x10, 0x246, 0x33).trust == Trust::Scan);
  CHECK(caller_with(0, 0x244, 0x33).trust == Trust::Scan);
  CHECK(caller_with(0, 0x246, 0x2b).trust == Trust::Scan);
}

TEST_CASE("stacks that go round end") {
  MemoryOf memory;
  memory.add(0x400010, {0x48, 0x8b, 0x00});
  const std::uint64_t a = add_call(memory, 0x401000);
  memory.word(0x7010, 0x7010);  // a frame that is its own caller's
  memory.word(0x7018, a);
  const Stack stack = unwound(memory, at(0x400010, 0x7000, 0x7010));
  CHECK(stack.frames.size() == 2);
}

TEST_CASE("all stacks together have at most as many frames as allowed") {
  MemoryOf memory;
  memory.add(0x400010, {0x48, 0x8b, 0x00});
  const std::uint64_t a = add_call(memory, 0x401000);
  for (std::uint64_t i = 0; i < 50; ++i) {
    memory.word(0x7010 + i * 0x20, 0x7030 + i * 0x20);
    memory.word(0x7018 + i * 0x20, a);
  }
  const Stack stack = unwound(memory, at(0x400010, 0x7000, 0x7010), 20);
  CHECK(stack.frames.size() == 20);
  CHECK(stack.end == End::TooDeep);
}

TEST_CASE("a jump to nowhere leaves the frame pointer as it was") {
  MemoryOf memory;
  const std::uint64_t a = add_call(memory, 0x401000);
  memory.word(0x7000, 0x1234);
  memory.word(0x7020, 0x7040);
  memory.word(0x7028, a);
  const Stack stack = unwound(memory, at(0, 0x7000, 0x7020));
  CHECK(addresses(stack) == std::vector<std::uint64_t>{0, a});
  CHECK(stack.frames[1].trust == Trust::FramePointer);
}

TEST_CASE("where frame pointers may point into their frames, those count that lead on") {
  Processor windows = *processor_of(Architecture::X86_64);
  windows.frame_slack = 240;
  MemoryOf memory;
  memory.add(0x400010, {0x48, 0x8b, 0x00});
  const std::uint64_t a = add_call(memory, 0x401000), b = add_call(memory, 0x402000);
  memory.word(0x7010, 0x10);
  memory.word(0x7018, b);
  memory.word(0x7040, 0x7060);
  memory.word(0x7048, a);
  for (std::uint64_t address = 0x7020; address < 0x7040; address += 8) memory.word(address, 0);
  memory.word(0x7060, 0);
  NoTables images;
  const Stack stack = Unwinder(windows, memory, images, 2).unwind(at(0x400010, 0x7000, 0x7010));
  CHECK(addresses(stack) == std::vector<std::uint64_t>{0x400010, a});
  CHECK(stack.frames[1].trust == Trust::FramePointer);
  CHECK(stack.frames[1].stack == 0x7050);
}

namespace {

// Each function has parameters of 8 bytes, and no other frame.
class TakesParameters final : public Table {
 public:
  std::optional<Step> step(const CodePoint& point, const Surroundings& where) const override {
    const std::uint64_t top = *where.registers.at(rsp) + point.callee_parameters;
    Caller caller;
    const auto to = where.memory.number(top, 8);
    if (!to) return std::nullopt;
    caller.registers.set(rip, *to);
    caller.registers.set(rsp, top + 8);
    return Step{caller};
  }
  bool has_function(std::uint64_t) const override { return true; }
  std::uint32_t parameters_at(std::uint64_t address) const override { return address < 0x402000 ? 8 : 0; }
};

class WithTable final : public Images {
 public:
  WithTable() { tables_.push_back(std::make_unique<TakesParameters>()); }
  std::optional<LoadedCode> code_at(std::uint64_t address) override {
    if (address < code_begin || address >= code_end) return std::nullopt;
    return LoadedCode{.tables = tables_};
  }

 private:
  Tables tables_;
};

}  // namespace

TEST_CASE("a table hears how many bytes of parameters the called function takes off") {
  MemoryOf memory;
  const std::uint64_t a = add_call(memory, 0x401000), b = add_call(memory, 0x402000),
                      c = add_call(memory, 0x403000);
  memory.word(0x7000, a);
  memory.word(0x7010, b);
  memory.word(0x7020, c);
  WithTable images;
  Unwinder unwinder(*processor_of(Architecture::X86_64), memory, images, 1000);
  const std::vector<std::uint64_t> expected = {0x400010, a, b, c};
  CHECK(addresses(unwinder.unwind(at(0x400010, 0x7000, 0))) == expected);
  // Each thread begins anew.
  CHECK(addresses(unwinder.unwind(at(0x400010, 0x7000, 0))) == expected);
}

TEST_CASE("without guesses a stack ends where nothing certain leads on") {
  MemoryOf memory;
  memory.add(0x400010, {0x48, 0x8b, 0x00});
  const std::uint64_t a = add_call(memory, 0x401000);
  memory.word(0x7000, 0);
  memory.word(0x7008, a);
  CHECK(unwound(memory, at(0x400010, 0x7000, 0)).frames.size() == 2);
  NoTables images;
  const Processor& processor = *processor_of(Architecture::X86_64);
  Unwinder certain(processor, memory, images, 1000, Guesses::None);
  CHECK(certain.unwind(at(0x400010, 0x7000, 0)).frames.size() == 1);
}

TEST_CASE(
    "without guesses frame pointers do not lead on where the file is not here, nor to what is not code") {
  class Unknown final : public Images {
   public:
    std::optional<LoadedCode> code_at(std::uint64_t address) override {
      if (address < code_begin || address >= code_end) return std::nullopt;
      return LoadedCode{.is_unknown = true};
    }
  };
  MemoryOf memory;
  const std::uint64_t a = add_call(memory, 0x401000);
  memory.word(0x7010, 0x7030);
  memory.word(0x7018, a);
  Unknown unknown;
  const Processor& processor = *processor_of(Architecture::X86_64);
  Unwinder certain(processor, memory, unknown, 1000, Guesses::None);
  CHECK(certain.unwind(at(0x400010, 0x7000, 0x7010)).frames.size() == 1);
  CHECK(unwound(memory, at(0x400010, 0x7000, 0x7010)).frames.size() == 2);
  NoTables images;
  memory.word(0x7018, 0x900000);
  Unwinder other(processor, memory, images, 1000, Guesses::None);
  CHECK(other.unwind(at(0x400010, 0x7000, 0x7010)).frames.size() == 1);
}
