#include "stacks/unwind/windows_arm64_table.h"

#include <doctest/doctest.h>
#include <initializer_list>
#include <map>
#include <vector>

#include "memory_of.h"
#include "stacks/unwind/processor.h"
#include "support/assembler.h"

using namespace symkit;
using namespace symkit::unwind;
using test::Assembler;
using test::Buffer;

namespace {

constexpr std::uint64_t image = 0x1'4000'0000, stack = 0x7000, caller = image + 0x5004;
constexpr unsigned x19 = 19, x20 = 20, x21 = 21, x22 = 22, fp = 29, lr = 30, sp = 31, pc = 32;

// Functions begin at 0x1000, 0x2000 …; the records of those that have one are at 0x9000, 0xa000 …
class Arm64Image {
 public:
  void row(std::uint32_t begin, std::uint32_t word) { rows_.u32(begin).u32(word); }
  std::uint32_t next_function() { return 0x1000 * ++count_; }
  void packed(std::uint32_t word) { row(next_function(), word); }
  // `head` without the number of words of codes.
  void record(std::uint32_t head, std::initializer_list<std::uint32_t> scopes, Buffer codes) {
    const std::uint32_t begin = next_function();
    codes.resize((codes.size() + 3) / 4 * 4, 0xe3);
    Assembler made;
    made.u32(head | static_cast<std::uint32_t>(codes.size() / 4) << 27);
    for (const std::uint32_t scope : scopes) made.u32(scope);
    parts[begin + 0x8000] = made.bytes(codes).finish();
    row(begin, begin + 0x8000);
  }

  std::optional<Step> step(std::uint64_t place, bool has_called = false) {
    const Buffer rows = rows_.finish();
    const WindowsArm64Table table(rows, [this](std::uint32_t at) -> Bytes {
      const auto part = parts.find(at);
      return part == parts.end() ? Bytes() : Bytes(part->second);
    });
    registers.set(pc, image + place);
    return table.step({place, has_called}, {registers, memory, *processor_of(Architecture::Arm64)});
  }
  std::uint64_t value(std::uint64_t place, unsigned number) {
    const auto found = step(place);
    REQUIRE(found);
    REQUIRE(found->caller);
    return found->caller->registers.at(number).value_or(0);
  }

  Arm64Image() {
    registers.set(sp, stack);
    registers.set(fp, stack);
    registers.set(lr, image + 0x9990);
  }

  MemoryOf memory;
  Registers registers;
  std::map<std::uint32_t, Buffer> parts;

 private:
  Assembler rows_;
  std::uint32_t count_ = 0;
};

struct Packing {
  std::uint32_t vectors = 0, registers = 0, arguments = 0, link = 0, frame = 0;  // bytes of the frame
  std::uint32_t kind = 1, size = 0x100;
};
std::uint32_t packed_row(const Packing& of) {
  return of.kind | of.size / 4 << 2 | of.vectors << 13 | of.registers << 16 | of.arguments << 20 |
         of.link << 21 | of.frame / 16 << 23;
}

}  // namespace

// stp x19, x20, [sp, #-16]!; stp x29, lr, [sp, #-32]!; mov x29, sp
TEST_CASE("a packed row with a chain of frames") {
  Arm64Image made;
  made.packed(packed_row({.registers = 2, .link = 3, .frame = 0x30}));
  made.memory.word(stack, 0xf9);
  made.memory.word(stack + 8, caller);
  made.memory.word(stack + 0x20, 0x19);
  made.memory.word(stack + 0x28, 0x20);
  SUBCASE("in its body the frame pointer counts") {
    made.registers.set(sp, stack - 0x100);
    CHECK(made.value(0x1010, pc) == caller);
    CHECK(made.value(0x1010, sp) == stack + 0x30);
    CHECK(made.value(0x1010, fp) == 0xf9);
    CHECK(made.value(0x1010, x19) == 0x19);
    CHECK(made.value(0x1010, x20) == 0x20);
  }
  SUBCASE("its prologue has done nothing, one step, two") {
    made.registers.set(lr, caller + 4);
    made.registers.set(x19, 0x1919);
    CHECK(made.value(0x1000, sp) == stack);
    CHECK(made.value(0x1000, pc) == caller + 4);
    CHECK(made.value(0x1000, x19) == 0x1919);
    made.memory.word(stack, 0x1a);
    CHECK(made.value(0x1004, sp) == stack + 0x10);
    CHECK(made.value(0x1004, x19) == 0x1a);
    CHECK(made.value(0x1008, sp) == stack + 0x30);
    CHECK(made.value(0x1008, pc) == caller);
  }
  SUBCASE("its epilogue is at the function's end") {
    CHECK(made.value(0x10f4, sp) == stack + 0x30);
    CHECK(made.value(0x10f4, pc) == caller);
    made.memory.word(stack, 0x1a);
    CHECK(made.value(0x10f8, sp) == stack + 0x10);
    CHECK(made.value(0x10f8, x19) == 0x1a);
    CHECK(made.value(0x10fc, sp) == stack);
    CHECK(made.value(0x10fc, pc) == image + 0x9990);
  }
  SUBCASE("without its memory nothing is known") {
    made.registers.set(fp, 0x10);
    REQUIRE(made.step(0x1010));
    CHECK_FALSE(made.step(0x1010)->caller);
  }
}

// stp x19, x20, [sp, #-48]!; stp x21, lr, [sp, #16]; stp d8, d9, [sp, #32]; sub sp, sp, #4080; sub sp, sp,
// #32
TEST_CASE("a packed row that saves the link register, vectors and large locals") {
  Arm64Image made;
  made.packed(packed_row({.vectors = 1, .registers = 3, .link = 1, .frame = 4112 + 48}));
  const std::uint64_t saved = stack + 4112;
  made.memory.word(saved, 0x19);
  made.memory.word(saved + 8, 0x20);
  made.memory.word(saved + 16, 0x21);
  made.memory.word(saved + 24, caller);
  CHECK(made.value(0x1080, pc) == caller);
  CHECK(made.value(0x1080, sp) == saved + 48);
  CHECK(made.value(0x1080, x21) == 0x21);
  made.memory.word(stack + 4080 + 24, caller + 8);
  made.memory.word(stack + 4080, 0);
  made.memory.word(stack + 4080 + 8, 0);
  made.memory.word(stack + 4080 + 16, 0);
  CHECK(made.value(0x1010, sp) == stack + 4080 + 48);
  CHECK(made.value(0x1010, pc) == caller + 8);
}

// str lr, [sp, #-80]!; stp x0, x1, [sp, #16] … (4 of them); sub sp, sp, #32
TEST_CASE("a packed row with arguments, which its epilogue leaves where they are") {
  Arm64Image made;
  made.packed(packed_row({.arguments = 1, .link = 1, .frame = 112}));
  made.memory.word(stack, caller + 12);
  made.memory.word(stack + 32, caller);
  CHECK(made.value(0x1018, sp) == stack + 112);
  CHECK(made.value(0x1018, pc) == caller);
  CHECK(made.value(0x1008, sp) == stack + 80);
  CHECK(made.value(0x10f4, sp) == stack + 112);
  CHECK(made.value(0x10f8, sp) == stack + 80);
  CHECK(made.value(0x10f8, pc) == caller + 12);
  CHECK(made.value(0x10fc, sp) == stack);
  // stp x0, x1, [sp, #-64]! makes the room where nothing else is saved.
  made.packed(packed_row({.arguments = 1, .frame = 64}));
  CHECK(made.value(0x2004, sp) == stack + 64);
  CHECK(made.value(0x20f8, sp) == stack + 64);
}

TEST_CASE("signatures are removed from return addresses that have one") {
  Arm64Image made;
  made.packed(packed_row({.link = 2, .frame = 0x10}));
  made.memory.word(stack, 0xf9);
  made.memory.word(stack + 8, caller | 0x1234'0000'0000'0000);
  CHECK(made.value(0x1040, pc) == caller);
  // pacibsp comes first.
  made.registers.set(lr, caller);
  CHECK(made.value(0x1000, pc) == caller);
}

TEST_CASE("parts of functions have neither a prologue nor an epilogue") {
  Arm64Image made;
  made.packed(packed_row({.registers = 2, .frame = 0x10, .kind = 2}));
  made.row(0x3000, 0x9003);  // a part of the function whose row is there
  made.parts[0x9000] = Assembler().u32(0x1000).u32(packed_row({.registers = 2, .frame = 0x10})).finish();
  made.memory.word(stack, 0x19);
  made.memory.word(stack + 8, 0x20);
  for (const std::uint64_t place : {0x1000U, 0x10fcU, 0x3000U, 0x3100U}) {
    CHECK(made.value(place, x19) == 0x19);
    CHECK(made.value(place, sp) == stack + 0x10);
  }
}

// sub sp, sp, #0x50; stp x19, x20, [sp]; stp x21, x22, [sp, #16]; str lr, [sp, #32]; …; the reverse; …; add
// sp, sp, #0x50; ret
constexpr std::uint32_t words_of_function = 0x40, two_epilogues = 2U << 22;
TEST_CASE("a record with codes and places of epilogues") {
  Arm64Image made;
  made.record(words_of_function | two_epilogues, {0x10, 0x30 | 6U << 22},
              {0xd2, 0xc4, 0xc8, 0x82, 0xc8, 0x00, /* the sixth: */ 0x05, 0xe4});
  made.memory.word(stack, 0x19);
  made.memory.word(stack + 8, 0x20);
  made.memory.word(stack + 16, 0x21);
  made.memory.word(stack + 24, 0x22);
  made.memory.word(stack + 32, caller);
  CHECK(made.value(0x1020, pc) == caller);
  CHECK(made.value(0x1020, sp) == stack + 0x50);
  CHECK(made.value(0x1020, x22) == 0x22);
  CHECK(made.value(0x1040, pc) == caller);
  CHECK(made.value(0x1044, pc) == image + 0x9990);
  CHECK(made.value(0x1044, x22) == 0x22);
  CHECK(made.value(0x10c0, sp) == stack + 0x50);
  CHECK(made.value(0x10c0, x22) == 0);
  CHECK(made.value(0x10c4, sp) == stack);
}

TEST_CASE("each code is undone") {
  const auto after = [](const Buffer& codes, unsigned number, const Registers& more = {}) {
    Arm64Image made;
    for (unsigned i = 0; i < 0x200; i += 8) made.memory.word(stack + i, 0x100 + i);
    for (unsigned i = 0; i < Registers::count; ++i)
      if (more.at(i)) made.registers.set(i, *more.at(i));
    made.record(0x40, {}, codes);
    const auto found = made.step(0x1080);
    REQUIRE(found);
    return found->caller ? found->caller->registers.at(number).value_or(0) : 0;
  };
  CHECK(after({0x05, 0xe4}, sp) == stack + 0x50);  // alloc_s
  CHECK(after({0x24, 0xe4}, x20) == 0x108);        // save_r19r20_x
  CHECK(after({0x24, 0xe4}, sp) == stack + 0x20);
  CHECK(after({0x43, 0xe4}, pc) == 0x120);         // save_fplr
  CHECK(after({0x83, 0xe4}, sp) == stack + 0x20);  // save_fplr_x
  CHECK(after({0x83, 0xe4}, fp) == 0x100);
  CHECK(after({0xc1, 0x02, 0xe4}, sp) == stack + 0x1020);  // alloc_m
  CHECK(after({0xc8, 0x84, 0xe4}, x22) == 0x128);          // save_regp
  CHECK(after({0xcc, 0x83, 0xe4}, x21) == 0x100);          // save_regp_x
  CHECK(after({0xcc, 0x83, 0xe4}, sp) == stack + 0x20);
  CHECK(after({0xd0, 0xc5, 0xe4}, x22) == 0x128);  // save_reg
  CHECK(after({0xd4, 0x61, 0xe4}, x22) == 0x100);  // save_reg_x
  CHECK(after({0xd4, 0x61, 0xe4}, sp) == stack + 0x10);
  CHECK(after({0xd6, 0x42, 0xe4}, x21) == 0x110);  // save_lrpair
  CHECK(after({0xd6, 0x42, 0xe4}, pc) == 0x118);
  CHECK(after({0xd8, 0x42, 0xe4}, sp) == stack);                          // save_fregp
  CHECK(after({0xda, 0x43, 0xe4}, sp) == stack + 0x20);                   // save_fregp_x
  CHECK(after({0xdc, 0x43, 0xe4}, sp) == stack);                          // save_freg
  CHECK(after({0xde, 0x43, 0xe4}, sp) == stack + 0x20);                   // save_freg_x
  CHECK(after({0xe0, 0x01, 0x00, 0x02, 0xe4}, sp) == stack + 0x10'0020);  // alloc_l
  Registers frame;
  frame.set(fp, stack + 0x80);
  CHECK(after({0xe1, 0xe4}, sp, frame) == stack + 0x80);        // set_fp
  CHECK(after({0xe2, 0x02, 0xe4}, sp, frame) == stack + 0x70);  // add_fp
  CHECK(after({0xe6, 0xe6, 0x24, 0xe4}, 24) == 0x128);          // save_next, twice
  CHECK(after({0xe6, 0xcc, 0x83, 0xe4}, 24) == 0x118);
  CHECK(after({0xe7, 0x13, 0x02, 0xe4}, x19) == 0x110);  // save_any_reg: str x19, [sp, #16]
  CHECK(after({0xe7, 0x53, 0x02, 0xe4}, x20) == 0x128);  // stp x19, x20, [sp, #32]
  CHECK(after({0xe7, 0x72, 0x01, 0xe4}, 18) == 0x100);   // stp x18, x19, [sp, #-32]!
  CHECK(after({0xe7, 0x72, 0x01, 0xe4}, sp) == stack + 0x20);
  CHECK(after({0xe7, 0x68, 0x81, 0xe4}, sp) == stack + 0x20);  // stp q8, q9, [sp, #-32]!
  Registers signed_link;
  signed_link.set(lr, caller | 0x5555'0000'0000'0000);
  CHECK(after({0xfc, 0xe4}, pc, signed_link) == caller);  // pac_sign_lr
  CHECK(after({0xe5, 0x05, 0xe4}, sp) == stack + 0x50);   // end_c: another part's codes follow
  CHECK(after({0xdf, 0x01, 0xe4}, sp) == 0);              // alloc_z: of an unknown size
  CHECK(after({0xe8, 0xe4}, sp) == 0);
}

TEST_CASE("what was interrupted is where the system has left it") {
  Arm64Image made;
  made.record(0x40, {}, {0xe9, 0xe4});        // machine frame
  made.record(0x40, {}, {0x01, 0xea, 0xe4});  // context
  made.memory.word(stack, stack + 0x500);
  made.memory.word(stack + 8, caller);
  const auto found = made.step(0x1000);
  REQUIRE(found);
  CHECK(found->is_interrupted);
  CHECK(made.value(0x1000, pc) == caller);
  CHECK(made.value(0x1000, sp) == stack + 0x500);
  for (unsigned i = 0; i <= 33; ++i) made.memory.word(stack + 0x10 + i * 8, 0x4000 + i);
  CHECK(made.value(0x2040, pc) == 0x4000 + 33);
  CHECK(made.value(0x2040, sp) == 0x4000 + 32);
  CHECK(made.value(0x2040, x19) == 0x4000 + 20);
}

TEST_CASE("the only epilogue is at the end, or each is where a record says") {
  Arm64Image made;
  // sub sp, sp, #16; sub sp, sp, #32; …; add sp, sp, #32; add sp, sp, #16; ret
  made.record(0x40 | 1U << 21, {}, {0x02, 0x01, 0xe4});
  made.record(0x40 | 2U << 22, {0x10, 0x20 | 1U << 22}, {0x02, 0x01, 0xe4});
  for (const std::uint64_t end : {0x10f4U, 0x2040U}) {
    CHECK(made.value(end - 4, sp) == stack + 0x30);
    CHECK(made.value(end, sp) == stack + 0x30);
    CHECK(made.value(end + 4, sp) == stack + 0x10);
    CHECK(made.value(end + 8, sp) == stack);
  }
  CHECK(made.value(0x204c, sp) == stack + 0x30);
  CHECK(made.value(0x2080, sp) == stack + 0x10);
  CHECK(made.value(0x2084, sp) == stack);
  CHECK(made.value(0x1004, sp) == stack + 0x10);
}

TEST_CASE("a record may have more codes and epilogues than its first word can tell") {
  Arm64Image made;
  made.row(0x1000, 0x9000);
  made.parts[0x9000] =
      Assembler().u32(0x40).u32(1 | 1U << 16).u32(0x10).u8(0x02).u8(0xe4).u8(0xe3).u8(0xe3).finish();
  CHECK(made.value(0x1080, sp) == stack + 0x20);
  CHECK(made.value(0x1044, sp) == stack);
}

TEST_CASE("functions without an entry keep their return address in its register") {
  Arm64Image made;
  made.packed(packed_row({.registers = 2, .frame = 0x10, .size = 0x40}));
  made.registers.set(lr, caller);
  CHECK(made.value(0x1040, pc) == caller);
  CHECK(made.value(0x1040, sp) == stack);
  CHECK_FALSE(made.step(0x1040, true));
  CHECK_FALSE(made.step(0xfff, true));
}

TEST_CASE("broken records tell nothing") {
  Arm64Image made;
  made.record(0x40, {}, {0x02, 0x02, 0x02, 0x02});  // without an end
  made.record(0x40 | 1U << 18, {}, {0xe4});         // a later version
  made.row(0x3000, 0x3003);
  made.parts[0x3000] = Assembler().u32(0x3000).u32(0x3003).finish();  // leads to itself
  made.row(0x4000, 0xffff'fff0);
  CHECK_FALSE(made.step(0x1080, true));
  CHECK_FALSE(made.step(0x2080, true));
  CHECK_FALSE(made.step(0x3000, true));
  CHECK_FALSE(made.step(0x4000, true));
}
