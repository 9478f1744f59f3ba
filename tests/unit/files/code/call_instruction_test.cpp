// Calls before return addresses: each form by hand, and all code of the fixtures as llvm-objdump reads it.
#include "files/code/call_instruction.h"

#include <cstdio>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "doctest/doctest.h"

using namespace symkit;

namespace {

// Whether the address behind these bytes stands behind a call. They lie at 0x1000, in code from there to
// 0x2000.
bool behind(std::vector<std::uint8_t> bytes, Architecture architecture, bool thumb = false) {
  const code::Code code{bytes, 0x1000, 0x1000, 0x2000};
  return code::stands_behind_call(code, 0x1000 + bytes.size() + (thumb ? 1 : 0), architecture);
}

struct Instruction {
  std::uint64_t address = 0;
  std::size_t size = 0;
  std::string mnemonic;
  std::string operands;
};

struct Listing {
  std::vector<std::uint8_t> bytes;  // of all sections of code, what lies between filled with zeros
  std::uint64_t begin = 0;
  std::vector<Instruction> instructions;
};

// "  10f4: 9400017b   \tbl\t0x10be0 <x>": groups of digits are numbers, the lowest byte last.
void take_line(const std::string& line, Listing& listing) {
  const std::size_t colon = line.find(':'), tab = line.find('\t');
  if (colon == std::string::npos || tab == std::string::npos || colon > tab) return;
  std::istringstream words(line.substr(colon + 1, tab - colon - 1));
  Instruction instruction;
  instruction.address = std::stoull(line.substr(0, colon), nullptr, 16);
  std::vector<std::uint8_t> bytes;
  for (std::string group; words >> group;)
    for (std::size_t at = group.size(); at >= 2; at -= 2)
      bytes.push_back(static_cast<std::uint8_t>(std::stoul(group.substr(at - 2, 2), nullptr, 16)));
  instruction.size = bytes.size();
  const std::size_t next = line.find('\t', tab + 1);
  instruction.mnemonic = line.substr(tab + 1, next == std::string::npos ? next : next - tab - 1);
  if (next != std::string::npos) instruction.operands = line.substr(next + 1);
  if (listing.instructions.empty()) listing.begin = instruction.address;
  REQUIRE(instruction.address >= listing.begin + listing.bytes.size());
  listing.bytes.resize(instruction.address - listing.begin);
  listing.bytes.insert(listing.bytes.end(), bytes.begin(), bytes.end());
  listing.instructions.push_back(std::move(instruction));
}

Listing listing_of(const std::string& fixture) {
  Listing listing;
  const std::string command = "llvm-objdump-19 -d " SYMKIT_TEST_DATA "/native/" + fixture;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  REQUIRE(pipe);
  std::string line;
  for (int c = 0; (c = std::fgetc(pipe.get())) != EOF;) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    if (line.starts_with(' ')) take_line(line, listing);
    line.clear();
  }
  REQUIRE(listing.instructions.size() > 100);
  return listing;
}

bool is_call(const Instruction& instruction) {
  const std::string& word = instruction.mnemonic;
  if (word.starts_with("call")) return true;
  // RISC-V's stubs of a procedure linkage table jump with t1 as the register that nobody reads.
  if (word == "jal" || word == "jalr") return !instruction.operands.starts_with("t1, ");
  return word == "bl" || word == "blx" || word == "blr" || word.starts_with("blraa");
}

}  // namespace

TEST_CASE("x86: direct calls that lead into code, and those through registers and memory") {
  for (const Architecture x86 : {Architecture::X86_64, Architecture::X86}) {
    CHECK(behind({0xe8, 0x10, 0, 0, 0}, x86));
    CHECK(behind({0x66, 0x66, 0x48, 0xe8, 0x10, 0, 0, 0}, x86));
    CHECK_FALSE(behind({0xe8, 0, 0, 0x10, 0}, x86));        // leads elsewhere
    CHECK_FALSE(behind({0xe8, 0, 0xff, 0xff, 0xff}, x86));  // before the code
    CHECK_FALSE(behind({0xe9, 0x10, 0, 0, 0}, x86));        // a jump
    CHECK(behind({0xff, 0xd0}, x86));                       // *%rax
    CHECK(behind({0x41, 0xff, 0xd4}, x86));                 // *%r12
    CHECK(behind({0xff, 0x13}, x86));                       // *(%rbx)
    CHECK(behind({0xff, 0x53, 0x18}, x86));                 // *0x18(%rbx)
    CHECK(behind({0xff, 0x54, 0x24, 0x18}, x86));           // *0x18(%rsp)
    CHECK(behind({0xff, 0x14, 0xc8}, x86));                 // *(%rax,%rcx,8)
    CHECK(behind({0xff, 0x15, 1, 2, 3, 4}, x86));           // *0x4030201(%rip)
    CHECK(behind({0xff, 0x90, 1, 2, 3, 4}, x86));           // *0x4030201(%rax)
    CHECK(behind({0xff, 0x94, 0x24, 1, 2, 3, 4}, x86));     // *0x4030201(%rsp)
    CHECK(behind({0xff, 0x14, 0x25, 1, 2, 3, 4}, x86));     // *0x4030201
    CHECK_FALSE(behind({0xff, 0xe0}, x86));                 // jmp *%rax
    CHECK_FALSE(behind({0xff, 0xc0}, x86));                 // inc %eax
    CHECK_FALSE(behind({0xff, 0x53}, x86));                 // a byte is missing
    CHECK_FALSE(behind({0xff, 0xff, 0xff}, x86));
    CHECK_FALSE(behind({0x90, 0x90, 0x90}, x86));
    CHECK_FALSE(behind({}, x86));
  }
}

TEST_CASE("aarch64: bl, blr and those that check a signature") {
  const auto word = [](std::uint32_t w) {
    return std::vector<std::uint8_t>{std::uint8_t(w), std::uint8_t(w >> 8), std::uint8_t(w >> 16),
                                     std::uint8_t(w >> 24)};
  };
  CHECK(behind(word(0x94000010), Architecture::Arm64));
  CHECK_FALSE(behind(word(0x97ffff00), Architecture::Arm64));  // before the code
  CHECK_FALSE(behind(word(0x14000010), Architecture::Arm64));  // b
  CHECK(behind(word(0xd63f0100), Architecture::Arm64));        // blr x8
  CHECK_FALSE(behind(word(0xd61f0100), Architecture::Arm64));  // br x8
  CHECK_FALSE(behind(word(0xd65f03c0), Architecture::Arm64));  // ret
  CHECK(behind(word(0xd63f091f), Architecture::Arm64e));       // blraaz x8
  CHECK(behind(word(0xd63f0d1f), Architecture::Arm64e));       // blrabz x8
  CHECK(behind(word(0xd73f0909), Architecture::Arm64e));       // blraa x8, x9
  CHECK_FALSE(behind({0x10, 0, 0x94}, Architecture::Arm64));
}

TEST_CASE("arm: ARM and Thumb code, as the address says or might say") {
  const Architecture arm = Architecture::Armv7;
  CHECK(behind({0x02, 0, 0, 0xeb}, arm));        // bl
  CHECK(behind({0x02, 0, 0, 0x1b}, arm));        // blne
  CHECK(behind({0x02, 0, 0, 0xfa}, arm));        // blx
  CHECK(behind({0x33, 0xff, 0x2f, 0xe1}, arm));  // blx r3
  CHECK_FALSE(behind({0x13, 0xff, 0x2f, 0xe1}, arm));
  CHECK(behind({0x0f, 0xe0, 0xa0, 0xe1, 0x13, 0xff, 0x2f, 0xe1}, arm));  // mov lr, pc; bx r3
  CHECK_FALSE(behind({0x02, 0, 0, 0xea}, arm));                          // b
  CHECK(behind({0x00, 0xf0, 0x08, 0xf8}, arm));                          // Thumb's bl
  CHECK(behind({0x00, 0xf0, 0x08, 0xf8}, arm, true));
  CHECK(behind({0x00, 0xf0, 0x08, 0xe8}, arm, true));        // Thumb's blx
  CHECK_FALSE(behind({0xff, 0xf7, 0x08, 0xf8}, arm, true));  // before the code
  CHECK(behind({0x98, 0x47}, arm, true));                    // blx r3
  CHECK_FALSE(behind({0x18, 0x47}, arm, true));              // bx r3
  CHECK_FALSE(behind({0x02, 0, 0, 0xeb}, arm, true));        // ARM's bl, but the caller is Thumb code
  CHECK_FALSE(behind({0x00, 0xf0, 0x08, 0xb8}, arm, true));  // b.w
}

TEST_CASE("riscv: jal and jalr that keep where they came from, also compressed") {
  const Architecture riscv = Architecture::RiscV64;
  CHECK(behind({0xef, 0x00, 0x00, 0x01}, riscv));        // jal 16
  CHECK(behind({0xef, 0x02, 0x00, 0x01}, riscv));        // jal t0, 16
  CHECK_FALSE(behind({0x6f, 0x00, 0x00, 0x01}, riscv));  // j 16
  CHECK_FALSE(behind({0xef, 0x00, 0x00, 0x81}, riscv));  // before the code
  CHECK(behind({0xe7, 0x80, 0x07, 0x00}, riscv));        // jalr a5
  CHECK_FALSE(behind({0x67, 0x80, 0x07, 0x00}, riscv));  // jr a5
  CHECK(behind({0x82, 0x97}, riscv));                    // c.jalr a5
  CHECK_FALSE(behind({0x82, 0x87}, riscv));              // c.jr a5
  CHECK_FALSE(behind({0x02, 0x90}, riscv));              // c.ebreak
  CHECK_FALSE(behind({0x05, 0x20}, riscv));
  CHECK(behind({0x05, 0x20}, Architecture::RiscV32));  // c.jal
}

TEST_CASE("Nothing is read outside of the code") {
  const std::vector<std::uint8_t> bytes{0xff, 0xd0};
  const code::Code code{bytes, 0x1000};
  for (const std::uint64_t address : {0x0ULL, 0xfffULL, 0x1000ULL, 0x1001ULL, 0x1003ULL, ~0ULL})
    CHECK_FALSE(code::stands_behind_call(code, address, Architecture::X86_64));
  CHECK(code::stands_behind_call(code, 0x1002, Architecture::X86_64));
  CHECK_FALSE(code::stands_behind_call(code, 0x1002, Architecture::S390x));
  CHECK_FALSE(code::knows_calls(Architecture::S390x));
}

TEST_CASE("All code of the fixtures as llvm-objdump sees it") {
  struct Fixture {
    const char* path;
    Architecture architecture;
    std::size_t by_chance;  // places that look like one behind a call, in a thousand
  };
  constexpr Fixture fixtures[] = {
      {"elf-x86_64/tokenizer-gcc-dwarf5.so", Architecture::X86_64, 5},
      {"elf-x86_64/market-clang-O0.so", Architecture::X86_64, 5},
      {"elf-container/tokenizer-pie", Architecture::X86_64, 5},
      {"elf-arch/tokenizer-i386-clang-dwarf5.so", Architecture::X86, 5},
      {"elf-arch/market-aarch64-clang-dwarf4.so", Architecture::Arm64, 0},
      {"elf-arch/tokenizer-aarch64-gcc-dwarf5.so", Architecture::Arm64, 0},
      {"elf-arch/tokenizer-armv7-arm-clang-dwarf5.so", Architecture::Armv7, 5},
      {"elf-arch/tokenizer-armv7-thumb-gcc-dwarf5.so", Architecture::Armv7, 5},
      {"elf-arch/market-armv7-thumb-clang-dwarf4.so", Architecture::Armv7, 5},
      {"elf-arch/tokenizer-riscv64-clang-dwarf5.so", Architecture::RiscV64, 5},
  };
  for (const Fixture& fixture : fixtures) {
    CAPTURE(std::string(fixture.path));
    const Listing listing = listing_of(fixture.path);
    const std::uint64_t end = listing.begin + listing.bytes.size();
    const code::Code code{listing.bytes, listing.begin, listing.begin, end};
    std::size_t calls = 0, others = 0, by_chance = 0;
    for (const Instruction& instruction : listing.instructions) {
      CAPTURE(instruction.address);
      const std::uint64_t behind = instruction.address + instruction.size;
      const bool found = code::stands_behind_call(code, behind, fixture.architecture);
      if (is_call(instruction)) {
        ++calls;
        CHECK(found);
      } else {
        ++others;
        if (found) ++by_chance;
      }
    }
    CHECK(calls >= 8);
    CHECK(others > 100);
    CAPTURE(others);
    CHECK(by_chance * 1000 <= others * fixture.by_chance);
  }
}
