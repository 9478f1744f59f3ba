#include <doctest/doctest.h>

#include "mac_image.h"

using namespace symkit;
using namespace symkit::unwind;

namespace {

constexpr unsigned x19 = 19, x20 = 20, x21 = 21, fp = 29, lr = 30, sp = 31, pc = 32;
constexpr std::uint32_t without_frame = 2U << 24, in_frames = 3U << 24, with_frame = 4U << 24;
constexpr std::uint32_t ret = 0xd65f03c0, nop = 0xd503201f, call = 0x94000040;

struct OnArm64 : MacImage {
  OnArm64() : MacImage(Architecture::Arm64) {}
  std::uint64_t value(std::uint64_t place, unsigned number, bool has_called = false) {
    return caller(place, has_called).at(number).value_or(0);
  }
};

}  // namespace

TEST_CASE("a frame with its record, in each step of its prologue and epilogue") {
  OnArm64 made;
  made.function(0x100, with_frame | 1);
  made.function(0x200, 0);
  // stp x20, x19, [sp, #-32]!; stp x29, x30, [sp, #16]; add x29, sp, #16; mov x19, x0; bl
  made.instructions(0x100, {0xa9be4ff4, 0xa9017bfd, 0x910043fd, 0xaa0003f3, call, nop});
  // ldp x29, x30, [sp, #16]; ldp x20, x19, [sp], #32; ret
  made.instructions(0x118, {0xa9417bfd, 0xa8c24ff4, ret});
  const std::uint64_t top = mac_stack + 32;
  made.memory.word(mac_stack, 0x20);
  made.memory.word(mac_stack + 8, 0x19);
  made.memory.word(mac_stack + 16, 0xf9);
  made.memory.word(mac_stack + 24, mac_caller);
  const auto at = [&](std::uint64_t place, std::uint64_t stack, std::uint64_t frame, std::uint64_t link) {
    made.registers.set(sp, stack);
    made.registers.set(fp, frame);
    made.registers.set(lr, link);
    made.registers.set(x19, frame == 0xf9 ? 0x19 : 0x1919);
    CHECK(made.value(place, pc) == mac_caller);
    CHECK(made.value(place, sp) == top);
    CHECK(made.value(place, fp) == 0xf9);
    CHECK(made.value(place, x19) == 0x19);
  };
  const std::uint64_t frame = mac_stack + 16;
  at(0x100, top, 0xf9, mac_caller);
  at(0x104, mac_stack, 0xf9, mac_caller);
  at(0x108, mac_stack, 0xf9, mac_caller);
  at(0x10c, mac_stack, frame, mac_caller);
  at(0x110, mac_stack, frame, mac_caller);
  at(0x114, mac_stack, frame, 0x1);
  at(0x118, mac_stack, frame, 0x1);
  at(0x11c, mac_stack, 0xf9, mac_caller);
  at(0x120, top, 0xf9, mac_caller);
  made.registers.set(sp, mac_stack);
  made.registers.set(fp, frame);
  CHECK(made.value(0x110, pc, true) == mac_caller);
}

TEST_CASE("signatures are removed") {
  OnArm64 made;
  made.function(0x100, with_frame);
  made.function(0x200, 0);
  made.instructions(0x100, {0xd503237f, 0xa9bf7bfd, 0x910003fd, call, nop, call});
  made.registers.set(fp, mac_stack);
  made.memory.word(mac_stack, 0xf9);
  made.memory.word(mac_stack + 8, mac_caller | 0x8765'0000'0000'0000);
  CHECK(made.value(0x110, pc) == mac_caller);
  CHECK(made.value(0x110, pc, true) == mac_caller);
}

TEST_CASE("a function without a frame keeps its return address in the register") {
  OnArm64 made;
  made.function(0x100, without_frame | 3U << 12 | 2);
  made.function(0x200, 0);
  // sub sp, sp, #48; stp x22, x21, [sp, #32]; cbz x0, …
  made.instructions(0x100, {0xd100c3ff, 0xa90257f6, 0xb4000040, nop, 0xb4000040});
  made.memory.word(mac_stack + 40, 0x21);
  made.memory.word(mac_stack + 32, 0x22);
  CHECK(made.value(0x110, sp) == mac_stack + 48);
  CHECK(made.value(0x110, pc) == mac_caller);
  CHECK(made.value(0x110, x21) == 0x21);
  made.registers.set(x21, 0x2121);
  CHECK(made.value(0x100, sp) == mac_stack);
  CHECK(made.value(0x104, sp) == mac_stack + 48);
  CHECK(made.value(0x104, x21) == 0x2121);
  CHECK(made.value(0x108, x21) == 0x21);
}

TEST_CASE("jumps leave a function if they lead elsewhere, or its frame was undone") {
  OnArm64 made;
  made.function(0x100, with_frame);
  made.function(0x200, 0);
  made.instructions(0x100, {0xa9bf7bfd, 0x910003fd, call, nop});
  made.registers.set(fp, mac_stack);
  made.registers.set(lr, mac_caller + 8);
  made.memory.word(mac_stack, 0xf9);
  made.memory.word(mac_stack + 8, mac_caller);
  made.instructions(0x120, {nop, 0xd61f0100});  // br x8: one of many cases
  CHECK(made.value(0x120, pc) == mac_caller);
  CHECK(made.value(0x124, pc) == mac_caller);
  made.instructions(0x130, {0xa8c17bfd, 0xd50323bf, 0xd61f0100});  // ldp x29, x30, [sp], #16; autiasp; br x8
  CHECK(made.value(0x130, pc) == mac_caller);
  CHECK(made.value(0x134, pc) == mac_caller + 8);
  CHECK(made.value(0x138, pc) == mac_caller + 8);
  made.instructions(0x140, {0x17fffffc});  // b 0x130
  CHECK(made.value(0x140, sp) == mac_stack + 16);
  made.instructions(0x150, {0x14000100});  // b 0x550
  CHECK(made.value(0x150, pc) == mac_caller + 8);
  made.instructions(0x160, {0x17ffffff, 0x14000000});  // around and around
  CHECK(made.value(0x164, pc) == mac_caller);
}

TEST_CASE("where the frame is not told by an encoding, the begin of a function is followed") {
  OnArm64 made;
  made.function(0x100, in_frames);
  made.function(0x200, 0);
  // stp x29, x30, [sp, #-16]!; mov x29, sp; sub x9, sp, #96; and sp, x9, #-64; str x20, [sp, #8]
  made.instructions(0x100, {0xa9bf7bfd, 0x910003fd, 0xd10183e9, 0x927ae53f, 0xf90007f4, nop});
  made.registers.set(lr, 0x1);
  made.registers.set(fp, mac_stack + 0x80);
  made.memory.word(mac_stack + 0x80, 0xf9);
  made.memory.word(mac_stack + 0x88, mac_caller);
  CHECK(made.value(0x110, pc) == mac_caller);
  CHECK(made.value(0x110, sp) == mac_stack + 0x90);
  CHECK(made.value(0x110, fp) == 0xf9);
  // Behind a call nothing is known without the entry.
  made.instructions(0x110, {call});
  CHECK_FALSE(made.step(0x114));
}

TEST_CASE("stubs have no frame on arm64 either") {
  OnArm64 made;
  made.image.stubs = {{0x400, 0x40c}};
  CHECK(made.value(0x404, pc) == mac_caller);
  CHECK(made.value(0x404, sp) == mac_stack);
}

TEST_CASE("without the memory of its frame nothing is known of a caller") {
  OnArm64 made;
  made.function(0x100, with_frame | 1);
  made.function(0x200, 0);
  made.registers.set(fp, 0x10);
  made.registers.set(x20, 0);
  REQUIRE(made.step(0x110, true));
  CHECK_FALSE(made.step(0x110, true)->caller);
}
