// The processor an image is for, with the names used by atos, lipo and crash logs.
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

// Also accepts other common spellings: aarch64, arm64-v8a, amd64, i386, x86, armeabi-v7a …
std::optional<Architecture> parse_architecture(std::string_view name);

// Whether a slice for `have` may be used when `asked` was requested but is not there: an arm64e slice for
// "-arch arm64", an x86_64h slice for "x86_64". This is close enough for atos and better than a refusal.
// A WebAssembly frame in a log does not give the module's memory width, so a wasm64 module is accepted
// for wasm32.
bool is_variant(Architecture asked, Architecture have);

bool has_64_bit_addresses(Architecture architecture);

// The smallest step between two instructions: address differences are stored in units of it.
unsigned instruction_step(Architecture architecture);

}  // namespace symkit
