#include "stacks/unwind/breakpad_table.h"

#include <doctest/doctest.h>
#include <string>

#include "memory_of.h"

using namespace symkit;
using namespace symkit::unwind;

namespace {

constexpr std::uint64_t stack = 0x7000, caller = 0x40'2005;

// A frame on a processor, and the file that tells how it is left.
struct FileOf {
  FileOf(std::string_view lines, Architecture architecture, std::uint64_t begin = 0)
      : text("MODULE Linux some 000102030405060708090A0B0C0D0E0F0 till\nPUBLIC 10 0 STACK CFI\n" +
             std::string(lines)),
        table({.text = text}, architecture, begin),
        processor(*processor_of(architecture)) {
    registers.set(processor.stack, stack);
  }

  std::optional<Step> step(std::uint64_t address, bool has_called = false, std::uint32_t parameters = 0) {
    return table.step({address, has_called, parameters}, {registers, memory, processor});
  }
  std::optional<std::uint64_t> returns_to(std::uint64_t address, bool has_called = false,
                                          std::uint32_t parameters = 0) {
    const auto found = step(address, has_called, parameters);
    if (!found || !found->caller) return std::nullopt;
    left = found->caller->registers;
    return left.at(processor.code);
  }

  std::string text;
  BreakpadTable table;
  Processor processor;
  MemoryOf memory;
  Registers registers, left;
};

constexpr std::string_view pushes =
    "STACK CFI INIT 1000 40 .cfa: $rsp 8 + .ra: .cfa -8 + ^\n"
    "STACK CFI 1001 .cfa: $rsp 16 + $rbp: .cfa -16 + ^\r\n"
    "STACK CFI 1004 .cfa: $rbp 16 +\n"
    "STACK CFI INIT 2000 10 .cfa: $rsp 8 + .ra: .undef\n"
    "STACK CFI INIT 3000 10 .cfa: $rsp 8 +\n"
    "STACK CFI INIT 0800 10 .cfa: $rsp 32 + .ra: .cfa -8 + ^ $rbx: .undef $xmm0: .cfa 1 +\n";

constexpr unsigned rbx = 3, rbp = 6, rsp = 7, r12 = 12, rcx = 2;
constexpr unsigned ebx = 3, esp = 4, ebp = 5, esi = 6;

}  // namespace

TEST_CASE("rules hold from the address of their line on") {
  FileOf file(pushes, Architecture::X86_64);
  file.memory.word(stack, caller);
  CHECK(file.returns_to(0x1000) == caller);
  CHECK(file.left.at(rsp) == stack + 8);
  file.memory.word(stack, 0x7040);
  file.memory.word(stack + 8, caller + 1);
  CHECK(file.returns_to(0x1001) == caller + 1);
  CHECK(file.left.at(rsp) == stack + 16);
  CHECK(file.left.at(rbp) == 0x7040);
  file.registers.set(rbp, stack + 0x20);
  file.memory.word(stack + 0x20, 0x7080);
  file.memory.word(stack + 0x28, caller + 2);
  for (const std::uint64_t address : {0x1004U, 0x103fU}) CHECK(file.returns_to(address) == caller + 2);
}

TEST_CASE("between functions nothing is told") {
  const FileOf file(pushes, Architecture::X86_64);
  for (const std::uint64_t address : {0x0U, 0x7ffU, 0x810U, 0xfffU, 0x1040U, 0x5000U})
    CHECK_FALSE(file.table.has_function(address));
  for (const std::uint64_t address : {0x800U, 0x80fU, 0x1000U, 0x103fU, 0x2000U})
    CHECK(file.table.has_function(address));
}

TEST_CASE("registers that functions keep are the caller's, unless the file has other rules") {
  FileOf file(pushes, Architecture::X86_64);
  file.memory.word(stack + 24, caller);
  for (const unsigned number : {rbx, rbp, r12, rcx}) file.registers.set(number, number);
  CHECK(file.returns_to(0x800) == caller);
  CHECK(file.left.at(rbp) == rbp);
  CHECK(file.left.at(r12) == r12);
  CHECK_FALSE(file.left.at(rbx));
  CHECK_FALSE(file.left.at(rcx));
}

TEST_CASE("a function without a return address, or without a rule for it, has no caller") {
  FileOf file(pushes, Architecture::X86_64);
  for (const std::uint64_t address : {0x2000U, 0x3000U}) {
    const auto last = file.step(address);
    REQUIRE(last);
    REQUIRE(last->caller);
    CHECK(last->caller->is_outermost);
  }
}

TEST_CASE("without the rule for the frame's address nothing is known") {
  FileOf file("STACK CFI INIT 10 10 .ra: 1\nSTACK CFI INIT 20 10 .cfa: $rax .ra: 1\n", Architecture::X86_64);
  for (const std::uint64_t address : {0x10U, 0x20U}) {
    const auto none = file.step(address);
    REQUIRE(none);
    CHECK_FALSE(none->caller);
  }
}

TEST_CASE("addresses count from the image's begin") {
  FileOf file(pushes, Architecture::X86_64, 0x40'0000);
  file.memory.word(stack, caller);
  CHECK(file.returns_to(0x40'1000) == caller);
  CHECK_FALSE(file.step(0x1000));
}

TEST_CASE("ARM's registers have no sign before their names, and Thumb's addresses lose their bit") {
  FileOf file(
      "STACK CFI INIT 100 20 .cfa: sp 8 + .ra: lr r4: .cfa -8 + ^\nSTACK CFI 104 .ra: .cfa -4 + ^ r11: r7\n",
      Architecture::Armv7);
  file.registers.set(14, caller);
  file.registers.set(7, 77);
  file.memory.word(stack, std::uint64_t{0x40'3001} << 32 | 44);
  CHECK(file.returns_to(0x100) == caller - 1);
  CHECK(file.left.at(4) == 44);
  CHECK(file.returns_to(0x110) == 0x40'3000);
  CHECK(file.left.at(11) == 77);
}

TEST_CASE("on arm64 a signed return address loses its signature") {
  FileOf file("STACK CFI INIT 100 20 .cfa: x29 16 + .ra: .cfa -8 + ^ x29: .cfa -16 + ^ x19: x20\n",
              Architecture::Arm64);
  file.registers.set(29, stack);
  file.registers.set(20, 20);
  file.memory.word(stack, stack + 0x40);
  file.memory.word(stack + 8, 0x0023'0000'0000'0000 | caller);
  CHECK(file.returns_to(0x110) == caller);
  CHECK(file.left.at(29) == stack + 0x40);
  CHECK(file.left.at(31) == stack + 16);
  CHECK(file.left.at(19) == 20);
}

TEST_CASE("a program for 32-bit Windows computes the caller's registers") {
  FileOf file(
      "STACK WIN 4 1000 40 6 0 8 c 10 0 1 $T0 .raSearch = $eip $T0 ^ = $esp $T0 4 + = $ebx $T0 8 - ^ =\n"
      "STACK WIN 4 2000 40 6 0 8 0 0 0 1 $T0 $ebp = $eip $T0 4 + ^ = $ebp $T0 ^ = $esp $T0 8 + =\n"
      "STACK WIN 4 3000 40 6 0 8 0 4 0 1 $T0 $ebp 16 @ = $eip .raSearchStart ^ = $esp .raSearchStart 4 + =\n",
      Architecture::X86);
  file.registers.set(ebp, stack + 0x40);
  file.registers.set(esi, 6);
  file.memory.word(stack + 0x14, 0xbb);
  file.memory.word(stack + 0x1c, caller);
  CHECK(file.returns_to(0x1010) == caller);
  CHECK(file.left.at(esp) == stack + 0x20);
  CHECK(file.left.at(ebx) == 0xbb);
  CHECK(file.left.at(ebp) == stack + 0x40);
  CHECK_FALSE(file.left.at(esi));
  file.memory.word(stack + 0x20, caller + 4);
  CHECK(file.returns_to(0x1010, true, 4) == caller + 4);
  file.memory.word(stack + 0x40, std::uint64_t{caller + 8} << 32 | 0x7080);
  CHECK(file.returns_to(0x2010) == caller + 8);
  CHECK(file.left.at(ebp) == 0x7080);
  CHECK(file.left.at(esp) == stack + 0x48);
  // Where the stack is aligned, only the frame pointer leads to the return address.
  CHECK(file.returns_to(0x3010) == caller + 8);
  CHECK(file.table.parameters_at(0x1000) == 8);
}

TEST_CASE("without a program the sizes of a frame's parts tell") {
  FileOf file(
      "STACK WIN 0 1000 40 6 0 8 8 10 0 0 0\n"
      "STACK WIN 0 2000 40 6 0 0 8 10 0 0 1\n",
      Architecture::X86);
  file.registers.set(ebp, 5);
  file.registers.set(ebx, 3);
  file.registers.set(8, 0x1010);
  file.memory.word(stack + 0x18, caller);
  CHECK(file.returns_to(0x1010) == caller);
  CHECK(file.left.at(esp) == stack + 0x1c);
  CHECK(file.left.at(ebp) == 5);
  CHECK(file.left.at(ebx) == 3);
  file.memory.word(stack, 0x7050);
  CHECK(file.returns_to(0x2010) == caller);
  CHECK(file.left.at(ebp) == 0x7050);
  CHECK_FALSE(file.left.at(ebx));
  // A system call has left its own return address there.
  file.memory.word(stack + 0x18, std::uint64_t{caller + 1} << 32 | 0x1010);
  CHECK(file.returns_to(0x1010) == caller + 1);
  CHECK(file.left.at(esp) == stack + 0x20);
  CHECK(file.returns_to(0x1010, true) == 0x1010);
}

TEST_CASE("a program counts before sizes, and the innermost of several lines before those around it") {
  FileOf file(
      "STACK WIN 0 1000 40 6 0 8 8 10 0 0 0\n"
      "STACK WIN 4 1000 40 6 0 4 0 0 0 1 $eip $esp ^ = $esp $esp 4 + =\n"
      "STACK WIN 4 1004 3c 6 0 5 0 0 0 1 $eip $esp 4 + ^ = $esp $esp 8 + =\n"
      "STACK WIN 4 1010 4 6 0 6 0 0 0 1 $eip $esp 8 + ^ = $esp $esp 12 + =\n"
      "STACK WIN 4 1010 4 6 0 7 0 0 0 1 $eip 1 =\n",
      Architecture::X86);
  for (const auto& [address, parameters] :
       {std::pair(0x1000U, 4U), {0x1008U, 5U}, {0x1012U, 6U}, {0x1018U, 5U}})
    CHECK(file.table.parameters_at(address) == parameters);
  CHECK(file.table.parameters_at(0x1040) == 0);
}

TEST_CASE("other processors have no such lines") {
  const FileOf file("STACK WIN 0 1000 40 6 0 8 8 10 0 0 0\n", Architecture::X86_64);
  CHECK_FALSE(file.table.has_function(0x1010));
}

TEST_CASE("broken lines are left out") {
  FileOf file(
      "STACK\nSTACK CFI\nSTACK CFI INIT\nSTACK CFI INIT 10 zz .cfa: 1\nSTACK WIN 4 30 10\nSTACK WIN 4 40 4 0 "
      "0 0 0 0 0 1 \n"
      "STACK WIN 3 50 4 0 0 0 0 0 0 1 $eip 1 =\nSTACK CFI INIT 60 10 $rax\nSTACK CFI INIT 70 10 .cfa:\n",
      Architecture::X86_64);
  for (const std::uint64_t address : {0x10U, 0x30U, 0x40U, 0x50U})
    CHECK_FALSE(file.table.has_function(address));
  for (const std::uint64_t address : {0x60U, 0x70U}) CHECK_FALSE(file.step(address));
}

TEST_CASE("a file is read in parts, and lines across their ends are found") {
  std::string text(std::size_t{8} << 20, '\n');
  text.replace(text.size() - 3, 3, "STA");
  text += "CK CFI INIT 1000 40 .cfa: $rsp 8 + .ra: .cfa -8 + ^\n";
  std::size_t read = 0;
  const BreakpadTable table({.text = text, .has_read = [&](std::string_view part) { read += part.size(); }},
                            Architecture::X86_64, 0);
  CHECK(table.has_function(0x1000));
  CHECK(read == text.size());
}
