#include "dropin/gnu_targets.h"

#include <algorithm>

namespace symkit::dropin {
namespace {

// The targets of Debian's addr2line, including those for other processors.
constexpr std::string_view known_targets[] = {
    "default",
    "elf32-big",
    "elf32-bigarm",
    "elf32-i386",
    "elf32-iamcu",
    "elf32-little",
    "elf32-littlearm",
    "elf32-littleriscv",
    "elf32-powerpc",
    "elf32-tradbigmips",
    "elf32-tradlittlemips",
    "elf32-x86-64",
    "elf64-big",
    "elf64-bigaarch64",
    "elf64-little",
    "elf64-littleaarch64",
    "elf64-littleriscv",
    "elf64-loongarch",
    "elf64-powerpc",
    "elf64-powerpcle",
    "elf64-s390",
    "elf64-tradbigmips",
    "elf64-tradlittlemips",
    "elf64-x86-64",
    "ihex",
    "mach-o-arm64",
    "mach-o-x86-64",
    "pdb",
    "pe-aarch64-little",
    "pe-bigobj-x86-64",
    "pe-i386",
    "pe-x86-64",
    "pei-aarch64-little",
    "pei-i386",
    "pei-x86-64",
    "plugin",
    "srec",
    "symbolsrec",
    "tekhex",
    "verilog",
};

}  // namespace

GnuTarget gnu_target_of(std::string_view name) {
  if (name == "binary") return GnuTarget::NoCode;
  // "x86_64-linux-gnu" means its format.
  const bool is_known = std::ranges::binary_search(known_targets, name) || name.contains("-linux-");
  return is_known ? GnuTarget::Known : GnuTarget::Unknown;
}

}  // namespace symkit::dropin
