#include "stacks/unwind/expression.h"

#include <doctest/doctest.h>
#include <vector>

#include "memory_of.h"

using namespace symkit;
using namespace symkit::unwind;

namespace {

std::optional<std::uint64_t> value_of(const std::vector<std::uint8_t>& expression,
                                      Architecture architecture = Architecture::X86_64) {
  Registers registers;
  registers.set(6, 0x2000);
  registers.set(7, 0x1000);
  registers.set(16, 0x40100b);
  MemoryOf memory;
  memory.word(0x1008, 0x8877665544332211);
  return evaluate(expression, {registers, memory, *processor_of(architecture)}, std::nullopt);
}

}  // namespace

TEST_CASE("expressions compute with registers and memory") {
  CHECK(value_of({0x77, 8}) == 0x1008);                    // breg7 8
  CHECK(value_of({0x77, 0x78}) == 0xff8);                  // breg7 -8
  CHECK(value_of({0x77, 8, 0x06}) == 0x8877665544332211);  // deref
  CHECK(value_of({0x77, 8, 0x94, 2}) == 0x2211);           // deref_size 2
  CHECK(value_of({0x92, 7, 8}) == 0x1008);                 // bregx
  // The CFA of a PLT's stub: breg7 8, breg16 0, lit15, and, lit11, ge, lit3, shl, plus.
  CHECK(value_of({0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22}) == 0x1010);
}

TEST_CASE("each operation of two numbers") {
  const auto of = [](std::uint8_t a, std::uint8_t b, std::uint8_t operation) {
    return value_of({0x08, a, 0x08, b, operation});
  };
  CHECK(of(12, 10, 0x1a) == 8);
  CHECK(of(12, 10, 0x1b) == 1);
  CHECK(of(12, 10, 0x1c) == 2);
  CHECK(of(12, 10, 0x1d) == 2);
  CHECK(of(12, 10, 0x1e) == 120);
  CHECK(of(12, 10, 0x21) == 14);
  CHECK(of(12, 10, 0x22) == 22);
  CHECK(of(12, 2, 0x24) == 48);
  CHECK(of(12, 2, 0x25) == 3);
  CHECK(of(12, 64, 0x25) == 0);
  CHECK(of(12, 10, 0x27) == 6);
  CHECK(of(12, 10, 0x29) == 0);
  CHECK(of(12, 10, 0x2a) == 1);
  CHECK(of(12, 10, 0x2b) == 1);
  CHECK(of(12, 10, 0x2c) == 0);
  CHECK(of(12, 10, 0x2d) == 0);
  CHECK(of(12, 10, 0x2e) == 1);
  CHECK(value_of({0x09, 0xf8, 0x08, 2, 0x1b}) == static_cast<std::uint64_t>(-4));
  CHECK(value_of({0x09, 0xf8, 0x08, 1, 0x26}) == static_cast<std::uint64_t>(-4));
}

TEST_CASE("the stack is turned as the standard says") {
  CHECK(value_of({0x31, 0x32, 0x16, 0x1c}) == 1);                                     // 1 2 swap minus: 2 - 1
  CHECK(value_of({0x31, 0x32, 0x33, 0x17, 0x1c}) == static_cast<std::uint64_t>(-1));  // 3 1 2: 1 - 2
  CHECK(value_of({0x31, 0x32, 0x14}) == 1);                                           // over
  CHECK(value_of({0x31, 0x32, 0x33, 0x15, 2}) == 1);                                  // pick 2
  CHECK(value_of({0x31, 0x32, 0x13}) == 1);                                           // drop
  CHECK(value_of({0x35, 0x12, 0x22}) == 10);                                          // dup plus
  CHECK(value_of({0x31, 0x28, 2, 0, 0x35, 0x96, 0x36}) == 6);  // bra over lit5: nothing is left but lit6
}

TEST_CASE("numbers have the width of addresses") {
  CHECK(value_of({0x0c, 0xff, 0xff, 0xff, 0xff, 0x31, 0x22}, Architecture::X86) == 0);
  CHECK(value_of({0x0c, 0xff, 0xff, 0xff, 0xff, 0x31, 0x22}) == 0x100000000);
}

TEST_CASE("what is not known or does not end has no value") {
  CHECK_FALSE(value_of({}));
  CHECK_FALSE(value_of({0x22}));                          // plus of nothing
  CHECK_FALSE(value_of({0x31, 0x30, 0x1b}));              // a division by zero
  CHECK_FALSE(value_of({0x73, 0}));                       // a register that is not known
  CHECK_FALSE(value_of({0x76, 0, 0x06}));                 // memory that is not known
  CHECK_FALSE(value_of({0x2f, 0xfd, 0xff}));              // skip to itself
  CHECK_FALSE(value_of({0x2f, 0x00, 0x80}));              // out of it
  CHECK_FALSE(value_of({0x31, 0x12, 0x2f, 0xfc, 0xff}));  // a stack that grows
  CHECK_FALSE(value_of({0x08}));                          // cut off
  CHECK_FALSE(value_of({0xe0}));                          // unknown
}
