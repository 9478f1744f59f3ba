#include <doctest/doctest.h>

#include "mac_image.h"

using namespace symkit;
using namespace symkit::unwind;

namespace {

constexpr unsigned rbx = 3, rbp = 6, rsp = 7, r12 = 12, r14 = 14, r15 = 15, rip = 16;
constexpr std::uint32_t with_frame = 1U << 24, of_size = 2U << 24, size_in_code = 3U << 24,
                        in_frames = 4U << 24;

struct On64 : MacImage {
  On64() : MacImage(Architecture::X86_64) {}
  std::uint64_t value(std::uint64_t place, unsigned number, bool has_called = false) {
    return caller(place, has_called).at(number).value_or(0);
  }
};

}  // namespace

// push rbp; mov rbp, rsp; push r14; push rbx; sub rsp, 16; …; add rsp, 16; pop rbx; pop r14; pop rbp; ret
TEST_CASE("a frame with its pointer, in each step of its prologue and epilogue") {
  On64 made;
  made.function(0x100, with_frame | 2U << 16 | 1 | 4U << 3);
  made.function(0x200, 0);
  made.code(0x100, {0x55, 0x48, 0x89, 0xe5, 0x41, 0x56, 0x53, 0x48, 0x83, 0xec, 0x10, 0x90});
  made.code(0x10c, {0x48, 0x83, 0xc4, 0x10, 0x5b, 0x41, 0x5e, 0x5d, 0xc3});
  made.registers.set(rbx, 0xb0);
  made.registers.set(r14, 0xe0);
  const std::uint64_t frame = mac_stack + 0x100;
  made.memory.word(frame + 8, mac_caller);
  made.memory.word(frame, 0xf9);
  made.memory.word(frame - 8, 0xe);
  made.memory.word(frame - 16, 0xb);
  const auto at = [&](std::uint64_t place, std::uint64_t top, std::uint64_t pointer) {
    made.registers.set(rsp, top);
    made.registers.set(rbp, pointer);
    CHECK(made.value(place, rip) == mac_caller);
    CHECK(made.value(place, rsp) == frame + 16);
    return std::pair(made.value(place, rbx), made.value(place, r14));
  };
  const std::pair<std::uint64_t, std::uint64_t> kept(0xb0, 0xe0), saved(0xb, 0xe), second(0xb0, 0xe);
  CHECK(at(0x100, frame + 8, 0xf9) == kept);
  CHECK(at(0x101, frame, 0xf9) == kept);
  CHECK(at(0x104, frame, frame) == kept);
  CHECK(at(0x106, frame - 8, frame) == second);
  CHECK(at(0x107, frame - 16, frame) == saved);
  CHECK(at(0x10b, frame - 32, frame) == saved);
  CHECK(at(0x10c, frame - 32, frame) == saved);
  CHECK(at(0x110, frame - 16, frame) == saved);
  CHECK(at(0x111, frame - 8, frame) == second);
  CHECK(at(0x113, frame, frame) == kept);
  CHECK(at(0x114, frame + 8, 0xf9) == kept);
}

// test rdi, rdi; je …; push rbp …
TEST_CASE("a function may return before it needs its frame") {
  On64 made;
  made.function(0x100, with_frame);
  made.function(0x200, 0);
  made.code(0x100, {0x48, 0x85, 0xff, 0x74, 0x20, 0x55, 0x48, 0x89, 0xe5, 0x90, 0x90});
  made.memory.word(mac_stack, mac_caller);
  made.registers.set(rbp, 0x1);
  CHECK(made.value(0x100, rip) == mac_caller);
  CHECK(made.value(0x103, rip) == mac_caller);
  CHECK(made.value(0x105, rip) == mac_caller);
}

// pop rbp; mov rax, rcx; movzx eax, al; mov ecx, 5; ret
TEST_CASE("a function may compute what it returns when its frame was undone") {
  On64 made;
  made.function(0x100, with_frame);
  made.function(0x200, 0);
  made.code(0x100, {0x55, 0x48, 0x89, 0xe5, 0x90});
  made.code(0x120, {0x5d, 0x48, 0x89, 0xc8, 0x0f, 0xb6, 0xc0, 0xb9, 0x05, 0x00, 0x00, 0x00, 0xc3});
  made.memory.word(mac_stack, mac_caller);
  made.registers.set(rbp, 0xf9);
  for (const std::uint64_t place : {0x121U, 0x124U, 0x127U, 0x12cU}) {
    CHECK(made.value(place, rip) == mac_caller);
    CHECK(made.value(place, rbp) == 0xf9);
  }
}

// push r15; push r14; push rbx; sub rsp, 32
TEST_CASE("a frame of a known size has its registers in the order that its number tells") {
  On64 made;
  // Of rbx, r12, r13, r14, r15, rbp: the first has rank 0, r14 then rank 2, r15 rank 2: (0 * 5 + 2) * 4 + 2.
  made.function(0x100, of_size | 8U << 16 | 3U << 10 | 10);
  made.function(0x200, 0);
  made.code(0x100, {0x41, 0x57, 0x41, 0x56, 0x53, 0x48, 0x83, 0xec, 0x20, 0x90, 0x90});
  made.memory.word(mac_stack + 32, 0xb);
  made.memory.word(mac_stack + 40, 0xe);
  made.memory.word(mac_stack + 48, 0xf);
  made.memory.word(mac_stack + 56, mac_caller);
  CHECK(made.value(0x140, rip, true) == mac_caller);
  CHECK(made.value(0x140, rsp) == mac_stack + 64);
  CHECK(made.value(0x109, rbx) == 0xb);
  CHECK(made.value(0x109, r14) == 0xe);
  CHECK(made.value(0x109, r15) == 0xf);
  made.registers.set(rbx, 0xb0);
  for (const auto& [place, pushed] : {std::pair(0x100, 0), {0x102, 8}, {0x104, 16}, {0x105, 24}}) {
    made.registers.set(rsp, mac_stack + 56 - static_cast<unsigned>(pushed));
    CHECK(made.value(static_cast<unsigned>(place), rip) == mac_caller);
    CHECK(made.value(static_cast<unsigned>(place), rsp) == mac_stack + 64);
    CHECK(made.value(static_cast<unsigned>(place), rbx) == 0xb0);
  }
}

// push r12; sub rsp, 0x1000
TEST_CASE("a large frame has its size in its code") {
  On64 made;
  made.function(0x100, size_in_code | 5U << 16 | 2U << 13 | 1U << 10 | 1);
  made.function(0x200, 0);
  made.code(0x100, {0x41, 0x54, 0x48, 0x81, 0xec, 0x00, 0x10, 0x00, 0x00, 0x90});
  made.memory.word(mac_stack + 0x1000, 0xc);
  made.memory.word(mac_stack + 0x1008, mac_caller);
  CHECK(made.value(0x140, rip, true) == mac_caller);
  CHECK(made.value(0x140, r12, true) == 0xc);
  CHECK(made.value(0x109, rsp) == mac_stack + 0x1010);
  made.registers.set(rsp, mac_stack + 0x1000);
  CHECK(made.value(0x102, rip) == mac_caller);
}

TEST_CASE("jumps through a register leave a function only behind its epilogue") {
  On64 made;
  made.function(0x100, with_frame);
  made.function(0x200, 0);
  const std::uint64_t frame = mac_stack + 0x40;
  made.registers.set(rbp, frame);
  made.memory.word(frame, 0xf9);
  made.memory.word(frame + 8, mac_caller);
  made.memory.word(mac_stack, 0x1234);
  made.code(0x110, {0x48, 0x01, 0xc8, 0xff, 0xe0});  // add rax, rcx; jmp rax
  CHECK(made.value(0x113, rip) == mac_caller);
  made.code(0x120, {0x5d, 0xff, 0xe0});  // pop rbp; jmp rax
  made.memory.word(mac_stack, mac_caller + 8);
  CHECK(made.value(0x121, rip) == mac_caller + 8);
  made.code(0x130, {0xeb, 0x10});  // within the function
  CHECK(made.value(0x130, rip) == mac_caller);
  made.code(0x138, {0xe9, 0x00, 0x01, 0x00, 0x00});  // to another one
  CHECK(made.value(0x138, rip) == mac_caller + 8);
}

TEST_CASE("one entry may be for several functions, whose begins another list has") {
  On64 made;
  made.function(0x100, with_frame);
  made.function(0x200, 0);
  made.image.functions = {0x100, 0x140, 0x200};
  made.code(0x100, {0x55, 0x48, 0x89, 0xe5, 0x90});
  made.code(0x140, {0x55, 0x48, 0x89, 0xe5, 0x90});
  made.memory.word(mac_stack, mac_caller);
  made.registers.set(rbp, 1);
  CHECK(made.value(0x140, rip) == mac_caller);
}

TEST_CASE("stubs have no frame, and what has no encoding is not told") {
  On64 made;
  made.function(0x100, 0);
  made.function(0x200, with_frame);
  made.function(0x300, 0);
  made.image.stubs = {{0x400, 0x40c}};
  made.memory.word(mac_stack, mac_caller);
  CHECK(made.value(0x406, rip) == mac_caller);
  CHECK(made.value(0x406, rsp) == mac_stack + 8);
  CHECK_FALSE(made.step(0x406, true));
  CHECK_FALSE(made.step(0x140));
  CHECK_FALSE(made.step(0x340));
}

TEST_CASE("an encoding may lead to an entry of __eh_frame") {
  for (const bool is_wide : {true, false}) {
    MacImage made(is_wide ? Architecture::X86_64 : Architecture::X86);
    const unsigned size = is_wide ? 8 : 4;
    // The stack pointer is number 7 on x86_64, 5 on Apple's i386. The CFA is two words above it.
    test::Assembler frames;
    frames.u32(16).u32(0).u8(1).text("zR").u8(0).uleb(1).sleb(-static_cast<std::int64_t>(size));
    frames.u8(is_wide ? 16 : 8).uleb(1).u8(0).zeros(3);
    frames.u32(size * 2 + 4 + 8).u32(24).number(0x100, size).number(0x100, size).uleb(0);
    frames.u8(0x0c).uleb(is_wide ? 7 : 5).uleb(size * 2).u8(is_wide ? 0x90 : 0x88).uleb(1).u8(0).u8(0).u32(0);
    const test::Buffer bytes = frames.finish();
    made.image.frames = {.data = bytes, .address = 0x800, .address_size = size};
    made.function(0x100, in_frames | 20);
    made.function(0x200, 0);
    made.memory.word(mac_stack, 0x1111'1111'1111'1111);
    made.memory.word(mac_stack + size, 0x5004);
    const Registers found = made.caller(0x140, true);
    CHECK(found.at(made.processor.code).value_or(0) == 0x5004);
    CHECK(found.at(made.processor.stack).value_or(0) == mac_stack + 2 * size);
  }
}

TEST_CASE("i386 has other registers and smaller words") {
  constexpr unsigned ebx = 3, esp = 4, ebp = 5, esi = 6, eip = 8;
  MacImage made(Architecture::X86);
  made.function(0x100, with_frame | 2U << 16 | 5 | 1U << 3);
  made.function(0x200, of_size | 3U << 16 | 1U << 10);
  made.function(0x300, 0);
  test::Assembler words;
  words.u32(0x51).u32(0xb).u32(0xf9).u32(0x5004);
  made.memory.add(mac_stack, words.finish());
  made.registers.set(ebp, mac_stack + 8);
  made.code(0x100, {0x55, 0x89, 0xe5});
  const Registers found = made.caller(0x140, true);
  CHECK(found.at(eip).value_or(0) == 0x5004);
  CHECK(found.at(esp).value_or(0) == mac_stack + 16);
  CHECK(found.at(ebp).value_or(0) == 0xf9);
  CHECK(found.at(esi).value_or(0) == 0x51);
  CHECK(found.at(ebx).value_or(0) == 0xb);
  CHECK(made.caller(0x240, true).at(eip).value_or(0) == 0xf9);
  CHECK(made.caller(0x240, true).at(ebx).value_or(0) == 0xb);
}
