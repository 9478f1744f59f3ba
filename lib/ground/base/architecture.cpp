#include "ground/base/architecture.h"

#include <algorithm>
#include <array>

namespace symkit {
namespace {

struct Name {
  std::string_view text;
  Architecture architecture;
};

// The first name of an architecture is the one that is printed.
constexpr std::array names = std::to_array<Name>({
    {"i386", Architecture::X86},
    {"x86", Architecture::X86},
    {"i686", Architecture::X86},
    {"x86_64", Architecture::X86_64},
    {"amd64", Architecture::X86_64},
    {"x86-64", Architecture::X86_64},
    {"x86_64h", Architecture::X86_64h},
    {"armv6", Architecture::Armv6},
    {"armv7", Architecture::Armv7},
    {"arm", Architecture::Armv7},
    {"armeabi-v7a", Architecture::Armv7},
    {"armhf", Architecture::Armv7},
    {"armv7l", Architecture::Armv7},
    {"armv7s", Architecture::Armv7s},
    {"armv7k", Architecture::Armv7k},
    {"arm64", Architecture::Arm64},
    {"aarch64", Architecture::Arm64},
    {"arm64-v8a", Architecture::Arm64},
    {"arm64e", Architecture::Arm64e},
    {"arm64_32", Architecture::Arm64_32},
    {"riscv32", Architecture::RiscV32},
    {"riscv64", Architecture::RiscV64},
    {"mips", Architecture::Mips},
    {"mips64", Architecture::Mips64},
    {"ppc", Architecture::Ppc},
    {"ppc64", Architecture::Ppc64},
    {"ppc64le", Architecture::Ppc64},
    {"s390x", Architecture::S390x},
    {"loongarch64", Architecture::LoongArch64},
    {"sparc", Architecture::Sparc},
    {"sparc64", Architecture::Sparc64},
    {"wasm32", Architecture::Wasm32},
    {"wasm64", Architecture::Wasm64},
});

}  // namespace

std::string_view name_of(Architecture architecture) {
  const auto* found = std::ranges::find(names, architecture, &Name::architecture);
  return found == names.end() ? std::string_view("unknown") : found->text;
}

std::optional<Architecture> parse_architecture(std::string_view name) {
  const auto* found = std::ranges::find(names, name, &Name::text);
  if (found == names.end()) return std::nullopt;
  return found->architecture;
}

bool is_variant(Architecture asked, Architecture have) {
  return (asked == Architecture::Arm64 && have == Architecture::Arm64e) ||
         (asked == Architecture::X86_64 && have == Architecture::X86_64h) ||
         (asked == Architecture::Armv7 && (have == Architecture::Armv7s || have == Architecture::Armv7k)) ||
         (asked == Architecture::Wasm32 && have == Architecture::Wasm64);
}

bool has_64_bit_addresses(Architecture architecture) {
  switch (architecture) {
    case Architecture::X86_64:
    case Architecture::X86_64h:
    case Architecture::Arm64:
    case Architecture::Arm64e:
    case Architecture::RiscV64:
    case Architecture::Mips64:
    case Architecture::Ppc64:
    case Architecture::S390x:
    case Architecture::LoongArch64:
    case Architecture::Sparc64:
    case Architecture::Wasm64: return true;
    default: return false;
  }
}

unsigned instruction_step(Architecture architecture) {
  switch (architecture) {
    case Architecture::Arm64:
    case Architecture::Arm64e:
    case Architecture::Arm64_32:
    case Architecture::Mips:
    case Architecture::Mips64:
    case Architecture::Ppc:
    case Architecture::Ppc64:
    case Architecture::LoongArch64:
    case Architecture::Sparc:
    case Architecture::Sparc64: return 4;
    case Architecture::Armv6:
    case Architecture::Armv7:
    case Architecture::Armv7s:
    case Architecture::Armv7k:
    case Architecture::RiscV32:
    case Architecture::RiscV64:
    case Architecture::S390x: return 2;
    default: return 1;
  }
}

}  // namespace symkit
