// The trampolines of glibc, musl and bionic, as they are assembled.
#include "files/code/signal_trampoline.h"

#include <vector>

#include "doctest/doctest.h"

using namespace symkit;
using code::find_trampolines;
using code::trampoline_size;

using Assembled = std::vector<std::uint8_t>;

TEST_CASE("Each processor's trampoline is known by its bytes, and only there") {
  const Assembled x86_64{0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};
  const Assembled sigreturn{0x58, 0xb8, 0x77, 0, 0, 0, 0xcd, 0x80};
  const Assembled rt_sigreturn{0xb8, 0xad, 0, 0, 0, 0xcd, 0x80};
  const Assembled arm64{0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4};
  const Assembled arm{0xad, 0x70, 0xa0, 0xe3, 0, 0, 0, 0xef};
  const Assembled thumb{0xad, 0x27, 0, 0xdf};
  const Assembled thumb_2{0x4f, 0xf0, 0xad, 0x07, 0, 0xdf};
  const Assembled riscv{0x93, 0x08, 0xb0, 0x08, 0x73, 0, 0, 0};
  CHECK(trampoline_size(x86_64, Architecture::X86_64) == 9);
  CHECK(trampoline_size(x86_64, Architecture::X86) == 0);
  CHECK(trampoline_size(sigreturn, Architecture::X86) == 8);
  CHECK(trampoline_size(rt_sigreturn, Architecture::X86) == 7);
  CHECK(trampoline_size(arm64, Architecture::Arm64) == 8);
  CHECK(trampoline_size(arm, Architecture::Armv7) == 8);
  CHECK(trampoline_size(thumb, Architecture::Armv7) == 4);
  CHECK(trampoline_size(thumb_2, Architecture::Armv7) == 6);
  CHECK(trampoline_size(riscv, Architecture::RiscV64) == 8);
  CHECK(trampoline_size(Bytes(x86_64).first(8), Architecture::X86_64) == 0);
  CHECK(trampoline_size({}, Architecture::X86_64) == 0);
}

TEST_CASE("They are found in the midst of code, where instructions can begin") {
  Assembled bytes{0x90, 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05, 0x90};
  const auto found = find_trampolines(bytes, 0x1000, Architecture::X86_64);
  REQUIRE(found.size() == 1);
  CHECK(found[0].begin == 0x1001);
  CHECK(found[0].end == 0x100a);
  Assembled odd{0, 0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4};
  CHECK(find_trampolines(odd, 0x1000, Architecture::Arm64).empty());
  CHECK(find_trampolines(odd, 0xfff, Architecture::Arm64).size() == 1);
}
