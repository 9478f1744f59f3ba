#include <doctest/doctest.h>
#include <initializer_list>
#include <map>
#include <vector>

#include "memory_of.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/windows_table.h"
#include "support/assembler.h"

using namespace symkit;
using namespace symkit::unwind;
using test::Assembler;
using test::Buffer;

namespace {

constexpr std::uint64_t image = 0x1'4000'0000, stack = 0x7000, caller = image + 0x5005;
constexpr unsigned rbx = 3, rsi = 4, rbp = 6, rsp = 7, r12 = 12, rip = 16;

// An image whose functions begin at 0x1000, 0x2000 …, each 0x100 long; what tells of them is at 0x9000, …
class WindowsImage {
 public:
  // `codes`: pairs of bytes
  void function(std::uint8_t flags, std::uint8_t prologue, std::uint8_t frame,
                std::initializer_list<std::uint8_t> codes, const Buffer& rest = {},
                std::uint8_t version = 1) {
    Assembler made;
    made.u8(static_cast<std::uint8_t>(version | flags << 3))
        .u8(prologue)
        .u8(codes.size() / 2)
        .u8(frame)
        .bytes(std::vector(codes));
    made.align(4).bytes(rest);
    ++count_;
    parts_[0x8000 + 0x1000 * count_] = made.finish();
    row(0x1000 * count_, 0x8000 + 0x1000 * count_);
  }
  void row(std::uint32_t begin, std::uint32_t information) {
    rows_.u32(begin).u32(begin + 0x100).u32(information);
  }
  static Buffer row_of(std::uint32_t begin, std::uint32_t information) {
    return Assembler().u32(begin).u32(begin + 0x100).u32(information).finish();
  }
  void part(std::uint32_t at, const Buffer& bytes) { parts_[at] = bytes; }
  void code(std::uint64_t place, const Buffer& bytes) { memory.add(image + place, bytes); }

  std::optional<Step> step(std::uint64_t place, bool is_exact = true) {
    const Buffer rows = rows_.finish();
    const WindowsTable table(rows, [this](std::uint32_t at) -> Bytes {
      const auto part = parts_.find(at);
      return part == parts_.end() ? Bytes() : Bytes(part->second);
    });
    registers.set(rip, image + place);
    registers.set(rsp, stack);
    return table.step({place, !is_exact}, {registers, memory, *processor_of(Architecture::X86_64)});
  }

  MemoryOf memory;
  Registers registers;

 private:
  Assembler rows_;
  std::map<std::uint32_t, Buffer> parts_;
  std::uint32_t count_ = 0;
};

std::uint64_t value(const std::optional<Step>& found, unsigned number) {
  REQUIRE(found);
  REQUIRE(found->caller);
  return found->caller->registers.at(number).value_or(0);
}

// push rbx (1 byte), push r12 (2), sub rsp, 0x20 (4)
constexpr std::initializer_list<std::uint8_t> pushes_and_allocates = {7, 0x32, 3, 0xc0, 1, 0x30};

struct WithPushes : WindowsImage {
  WithPushes() { function(0, 7, 0, pushes_and_allocates); }
};

}  // namespace

TEST_CASE("what a prologue did is undone, the last first") {
  WithPushes made;
  made.memory.word(stack + 0x20, 0xc12);
  made.memory.word(stack + 0x28, 0xb);
  made.memory.word(stack + 0x30, caller);
  const auto found = made.step(0x1050);
  CHECK(value(found, rip) == caller);
  CHECK(value(found, rsp) == stack + 0x38);
  CHECK(value(found, r12) == 0xc12);
  CHECK(value(found, rbx) == 0xb);
  CHECK_FALSE(found->is_interrupted);
}

TEST_CASE("within a prologue only what it has done is undone") {
  WithPushes made;
  made.registers.set(r12, 0x12);
  made.memory.word(stack, 0xb);
  made.memory.word(stack + 8, caller);
  const auto found = made.step(0x1001);
  CHECK(value(found, rip) == caller);
  CHECK(value(found, rbx) == 0xb);
  CHECK(value(found, r12) == 0x12);
}

TEST_CASE("large frames, saved registers and vectors") {
  WindowsImage made;
  // sub rsp, 0x800; mov [rsp + 0x10], rsi; movaps [rsp + 0x20], xmm6
  made.function(0, 30, 0, {30, 0x68, 2, 0, 20, 0x64, 2, 0, 10, 0x01, 0, 1});
  made.memory.word(stack + 0x10, 0x51);
  made.memory.word(stack + 0x800, caller);
  CHECK(value(made.step(0x1080), rsi) == 0x51);
  CHECK(value(made.step(0x1080), rip) == caller);
  // The same with 32 bits each: 0x100000, 0x80010.
  made.function(0, 30, 0, {30, 0x69, 0, 0, 1, 0, 20, 0x65, 0x10, 0, 8, 0, 10, 0x11, 0, 0, 0x10, 0});
  made.memory.word(stack + 0x80010, 0x52);
  made.memory.word(stack + 0x100000, caller + 1);
  CHECK(value(made.step(0x2080), rsi) == 0x52);
  CHECK(value(made.step(0x2080), rip) == caller + 1);
}

TEST_CASE("a frame register tells where the frame is, wherever the stack has got to") {
  WindowsImage made;
  // push rbp; sub rsp, 0x40; lea rbp, [rsp + 0x20]
  made.function(0, 10, 0x25, {10, 0x03, 5, 0x72, 1, 0x50});
  const std::uint64_t base = stack + 0x300;
  made.registers.set(rbp, base + 0x20);
  made.memory.word(base + 0x40, 0xb9);
  made.memory.word(base + 0x48, caller);
  const auto found = made.step(0x1080);
  CHECK(value(found, rip) == caller);
  CHECK(value(found, rbp) == 0xb9);
  CHECK(value(found, rsp) == base + 0x50);
}

TEST_CASE("parts of a function are undone with the whole") {
  WithPushes made;
  const std::uint8_t chained = 4;
  // mov [rsp + 8], rsi in a part that stands elsewhere
  made.function(chained, 4, 0, {4, 0x64, 1, 0}, WindowsImage::row_of(0x1000, 0x9000));
  made.row(0x3000, 0x9100 | 1);
  made.part(0x9100, WindowsImage::row_of(0x2000, 0xa000));
  made.memory.word(stack + 8, 0x51);
  made.memory.word(stack + 0x28, 0xb);
  made.memory.word(stack + 0x20, 0xc12);
  made.memory.word(stack + 0x30, caller);
  for (const std::uint64_t place : {0x2050U, 0x3050U}) {
    const auto found = made.step(place);
    CHECK(value(found, rip) == caller);
    CHECK(value(found, rsi) == 0x51);
    CHECK(value(found, rbx) == 0xb);
  }
}

TEST_CASE("parts that lead to each other end") {
  WindowsImage made;
  made.function(4, 0, 0, {}, WindowsImage::row_of(0x1000, 0x9000));
  CHECK_FALSE(made.step(0x1050));
}

TEST_CASE("the processor's own frame is where something was interrupted") {
  WindowsImage made;
  made.function(0, 0, 0, {0, 0x1a});
  made.memory.word(stack + 8, image + 0x1234);
  made.memory.word(stack + 0x20, 0x8000);
  const auto found = made.step(0x1050, false);
  CHECK(value(found, rip) == image + 0x1234);
  CHECK(value(found, rsp) == 0x8000);
  CHECK(found->is_interrupted);
}

TEST_CASE("version 2 lists epilogues first") {
  WindowsImage made;
  made.function(0, 1, 0, {4, 0x16, 0, 0x06, 1, 0x30}, {}, 2);
  made.memory.word(stack, 0xb);
  made.memory.word(stack + 8, caller);
  CHECK(value(made.step(0x1050), rbx) == 0xb);
  CHECK(value(made.step(0x1050), rip) == caller);
}

TEST_CASE("a function without an entry has no frame, but only if it has not called") {
  WithPushes made;
  made.memory.word(stack, caller);
  CHECK(value(made.step(0x6000), rip) == caller);
  CHECK_FALSE(made.step(0x6000, false));
}

TEST_CASE("an epilogue's instructions tell what is left") {
  WithPushes made;
  for (std::uint64_t at = 0; at < 0x200; at += 8) made.memory.word(stack + at, 0);
  const auto returns = [&](std::uint64_t place, const Buffer& code, std::uint64_t return_at) {
    made.code(place, code);
    made.memory.word(stack + return_at, caller);
    const auto found = made.step(place);
    return found && value(found, rip) == caller && value(found, rsp) == stack + return_at + 8;
  };
  CHECK(returns(0x1020, {0xc3}, 0));
  CHECK(returns(0x1021, {0xf3, 0xc3}, 0));
  CHECK(returns(0x1023, {0x41, 0x5c, 0x5b, 0xc3}, 0x10));
  CHECK(returns(0x1030, {0x48, 0x83, 0xc4, 0x18, 0x5b, 0xc3}, 0x20));
  CHECK(returns(0x1038, {0x48, 0x81, 0xc4, 0x00, 0x01, 0, 0, 0xc3}, 0x100));
  // To a function of its own, to one that is not here, through a pointer.
  made.function(0, 0, 0, {});
  CHECK(returns(0x1040, {0xe9, 0xbb, 0x0f, 0, 0}, 0));
  CHECK(returns(0x1048, {0x48, 0xff, 0x25, 0, 0, 0, 0}, 0));
  made.registers.set(rbp, stack + 0x40);
  CHECK(returns(0x1050, {0x48, 0x8d, 0x65, 0x10, 0x5d, 0xc3}, 0x58));
}

TEST_CASE("what only looks like an epilogue is none") {
  WithPushes made;
  made.memory.word(stack + 0x30, caller);
  made.memory.word(stack + 0x20, 0);
  made.memory.word(stack + 0x28, 0);
  made.memory.word(stack, 0x666);
  for (const Buffer& code :
       std::initializer_list<Buffer>{{0xe9, 0x10, 0, 0, 0},              // within the function
                                     {0x5b, 0x90, 0xc3},                 // another instruction between
                                     {0x5b, 0x48, 0x83, 0xc4, 8, 0xc3},  // the stack is freed too late
                                     {0xff, 0xe0},                       // a switch
                                     {0x5b}}) {                          // the code ends
    made.code(0x1050, code);
    made.code(0x1050 + code.size(), {0xcc});
    CHECK(value(made.step(0x1050), rip) == caller);
  }
  // A frame that has called is not at its end.
  made.code(0x1060, {0xc3});
  CHECK(value(made.step(0x1060, false), rip) == caller);
}

TEST_CASE("tables that lie tell nothing") {
  WindowsImage made;
  made.function(0, 7, 0, {1, 0x3b});  // no such step
  made.function(0, 7, 0, pushes_and_allocates, {}, 3);
  made.row(0x3000, 0xdead'0000);
  made.row(0x4000, 0xdead'0001);
  for (const std::uint64_t place : {0x1050U, 0x2050U, 0x3050U, 0x4050U}) CHECK_FALSE(made.step(place));
}
