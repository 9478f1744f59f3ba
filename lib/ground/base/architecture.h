// The processor an image is for, under the names that atos, lipo and crash logs use.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit {

enum class Architecture : std::uint8_t {
  Unknown,
  X86,
  X86_64,
  X86_64h,
  Armv6,
  Armv7,
  Armv7s,
  Armv7k,
  Arm64,
  Arm64e,
  Arm64_32,
  RiscV32,
  RiscV64,
  Mips,
  Mips64,
  Ppc,
  Ppc64,
  S390x,
  LoongArch64,
  Sparc,
  Sparc64,
  Wasm32,
  Wasm64,
};

// "arm64", "x86_64", "armv7" …
std::string_view name_of(Architecture architecture);

// Also the other spellings in use: aarch64, arm64-v8a, amd64, i386, x86, armeabi-v7a …
std::optional<Architecture> parse_architecture(std::string_view name);

// Whether a slice for `have` will do where `asked` was asked for and there is none: "-arch arm64" takes an
// arm64e slice, as "x86_64" does an x86_64h. Close enough for atos, and better than a refusal. A log's frame
// in WebAssembly does not say how wide the module's memory is.
bool is_variant(Architecture asked, Architecture have);

bool has_64_bit_addresses(Architecture architecture);

// The smallest step between two instructions: address differences are stored in it.
unsigned instruction_step(Architecture architecture);

}  // namespace symkit
