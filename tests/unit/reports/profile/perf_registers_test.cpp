// perf numbers registers in an order of its own, and a program may have fewer bits than its machine.
#include "reports/profile/perf_registers.h"

#include <bit>
#include <string>

#include "doctest/doctest.h"

using namespace symkit;
using namespace symkit::profile;

namespace {

struct Recorded {
  perf::File file;
  std::string words;
  perf::Sample sample;

  // Each register holds 100 and its number in perf's order, and something above 32 bits.
  Recorded(std::uint64_t registers, std::uint64_t bits, Architecture machine = Architecture::Unknown) {
    file.architecture = machine;
    file.events.push_back({.name = "cycles", .user_registers = registers});
    for (unsigned bit = 0; bit < 64; ++bit) {
      if ((registers >> bit & 1) == 0) continue;
      const std::uint64_t value = std::uint64_t{1} << 40 | (100 + bit);
      for (unsigned i = 0; i < 8; ++i) words += static_cast<char>(value >> (8 * i) & 0xff);
    }
    sample.registers_of = bits;
    sample.registers = Cursor(as_bytes(words), Endian::Little);
  }

  Architecture architecture() const { return perf::architecture_of(file, sample); }
  std::uint64_t at(std::uint64_t number) const {
    return perf::registers_of(file, sample, architecture()).at(number).value_or(0) & 0xffffffff;
  }
};

}  // namespace

TEST_CASE("registers of x86-64, and of a program of 32 bits there") {
  const Recorded wide(0xff0fff, 2), narrow(0xff0fff, 1);
  CHECK(wide.architecture() == Architecture::X86_64);
  CHECK(wide.at(0) == 100);   // ax
  CHECK(wide.at(3) == 101);   // bx
  CHECK(wide.at(2) == 102);   // cx
  CHECK(wide.at(1) == 103);   // dx
  CHECK(wide.at(6) == 106);   // bp
  CHECK(wide.at(7) == 107);   // sp
  CHECK(wide.at(16) == 108);  // ip
  CHECK(wide.at(8) == 116);
  CHECK(wide.at(15) == 123);
  CHECK(narrow.architecture() == Architecture::X86);
  CHECK(narrow.at(1) == 102);
  CHECK(narrow.at(3) == 101);
  CHECK(narrow.at(4) == 107);
  CHECK(narrow.at(5) == 106);
  CHECK(narrow.at(8) == 108);
  CHECK(perf::registers_of(narrow.file, narrow.sample, Architecture::X86).at(8) == 108);
}

TEST_CASE("registers of arm64, of arm there and of arm itself") {
  const Recorded wide(0x1ffffffff, 2), narrow(0x1ffffffff, 1), alone(0xffff, 1, Architecture::Armv7);
  CHECK(wide.architecture() == Architecture::Arm64);
  CHECK(wide.at(29) == 129);
  CHECK(wide.at(30) == 130);
  CHECK(wide.at(31) == 131);
  CHECK(wide.at(32) == 132);
  for (const Recorded* one : {&narrow, &alone}) {
    CHECK(one->architecture() == Architecture::Armv7);
    CHECK(one->at(13) == 113);
    CHECK(one->at(15) == 115);
  }
}

TEST_CASE("registers of a part only, of other machines, and none") {
  const Recorded few(1 << 8 | 1 << 7, 2, Architecture::X86_64), riscv(0xffffffff, 2, Architecture::RiscV64);
  CHECK(few.at(16) == 108);
  CHECK(few.at(7) == 107);
  CHECK(few.at(6) == 0);
  CHECK(riscv.at(32) == 100);
  CHECK(riscv.at(2) == 102);
  CHECK(Recorded(0xff0fff, 0).architecture() == Architecture::Unknown);
  CHECK(Recorded(0xff0fff, 2, Architecture::S390x).architecture() == Architecture::Unknown);
  CHECK(Recorded(0x3, 2).architecture() == Architecture::Unknown);
}
