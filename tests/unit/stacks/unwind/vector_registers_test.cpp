// Registers of vectors and floating point, as the kernel keeps them.
#include "stacks/unwind/vector_registers.h"

#include <doctest/doctest.h>

#include "memory_of.h"

using namespace symkit;
using namespace symkit::unwind;

namespace {

// Each byte is its own place, so far as a byte can be.
std::vector<std::uint8_t> counted(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i);
  return bytes;
}

void put(std::vector<std::uint8_t>& bytes, std::size_t at, std::uint64_t word) {
  std::memcpy(&bytes[at], &word, sizeof(word));
}

}  // namespace

TEST_CASE("x86_64 has xmm0 to xmm15 and the stack of floats in FXSAVE's record") {
  const auto state = counted(512);
  const VectorRegisters registers{Architecture::X86_64, state};
  CHECK(registers.word_of(17, 0) == 0xa7a6a5a4a3a2a1a0);
  CHECK(registers.word_of(17, 1) == 0xafaeadacabaaa9a8);
  CHECK(registers.word_of(32, 0) == 0x9796959493929190);
  CHECK(registers.word_of(33, 0) == 0x2726252423222120);
  CHECK(registers.word_of(33, 1) == 0x2928);
  CHECK(!registers.word_of(33, 2));
  CHECK(!registers.word_of(17, 2));
  CHECK(!registers.word_of(16, 0));
  CHECK(!registers.word_of(41, 0));
  CHECK(!VectorRegisters{Architecture::X86_64}.word_of(17, 0));
}

TEST_CASE("upper halves are in XSAVE's record, or zero if nobody has used them") {
  auto state = counted(832);
  put(state, 512, 7);
  put(state, 520, 0);
  CHECK(VectorRegisters{Architecture::X86_64, state}.word_of(18, 2) == 0x5756555453525150);
  put(state, 512, 3);
  CHECK(VectorRegisters{Architecture::X86_64, state}.word_of(18, 2) == 0);
  put(state, 520, std::uint64_t{1} << 63);
  CHECK(!VectorRegisters{Architecture::X86_64, state}.word_of(18, 2));
}

TEST_CASE("ARM64 has v0 to v31, 32-bit x86 other numbers") {
  const auto state = counted(512);
  CHECK(VectorRegisters{Architecture::Arm64, state}.word_of(65, 1) == 0x1f1e1d1c1b1a1918);
  CHECK(!VectorRegisters{Architecture::Arm64, state}.word_of(63, 0));
  CHECK(VectorRegisters{Architecture::X86, state}.word_of(21, 0) == 0xa7a6a5a4a3a2a1a0);
  CHECK(VectorRegisters{Architecture::X86, state}.word_of(11, 0) == 0x2726252423222120);
}

TEST_CASE("what a signal has interrupted is where its record says") {
  MemoryOf memory;
  memory.word(0x1000 + 224, 0x2000);
  memory.add(0x2000, counted(512));
  const VectorRegisters found = interrupted_vectors(0x1000, memory, Architecture::X86_64);
  CHECK(found.word_of(17, 0) == 0xa7a6a5a4a3a2a1a0);
  CHECK(!interrupted_vectors(0x3000, memory, Architecture::X86_64).word_of(17, 0));
}
