#include "stacks/unwind/register_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <span>

namespace symkit::unwind {
namespace {

using Named = std::string_view;

constexpr std::array<Named, 9> names_on_x86 = {"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "eip"};
constexpr std::array<Named, 17> names_on_x86_64 = {"rax", "rdx", "rcx", "rbx", "rsi", "rdi",
                                                   "rbp", "rsp", "r8",  "r9",  "r10", "r11",
                                                   "r12", "r13", "r14", "r15", "rip"};
constexpr std::array<Named, 16> names_on_arm = {"r0", "r1", "r2",  "r3", "r4",  "r5", "r6", "r7",
                                                "r8", "r9", "r10", "fp", "r12", "sp", "lr", "pc"};

std::optional<unsigned> in(std::span<const Named> names, Named name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<unsigned>(found - names.begin());
}

// "x19", "r11"
std::optional<unsigned> numbered(char letter, Named name, unsigned count) {
  if (!name.starts_with(letter)) return std::nullopt;
  unsigned number = 0;
  const auto [behind, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  const bool is_one = error == std::errc() && behind == name.data() + name.size() && number < count;
  return is_one ? std::optional(number) : std::nullopt;
}

std::optional<unsigned> number_on_arm64(Named name) {
  if (name == "fp") return 29;
  if (name == "lr") return 30;
  if (name == "sp") return 31;
  if (name == "pc") return 32;
  return numbered('x', name, 33);
}

constexpr std::uint64_t bits(std::initializer_list<unsigned> numbers) {
  std::uint64_t all = 0;
  for (const unsigned number : numbers) all |= std::uint64_t{1} << number;
  return all;
}

}  // namespace

std::optional<unsigned> register_named(std::string_view name, Architecture architecture) {
  if (name.starts_with('$')) name.remove_prefix(1);
  switch (architecture) {
    case Architecture::X86: return in(names_on_x86, name);
    case Architecture::X86_64: return in(names_on_x86_64, name);
    case Architecture::Arm64: return number_on_arm64(name);
    case Architecture::Armv7: {
      const auto number = in(names_on_arm, name);
      return number ? number : numbered('r', name, 16);
    }
    default: return std::nullopt;
  }
}

std::uint64_t kept_registers(Architecture architecture) {
  switch (architecture) {
    case Architecture::X86: return bits({3, 5, 6, 7});
    case Architecture::X86_64: return bits({3, 6, 12, 13, 14, 15});
    case Architecture::Arm64: return bits({19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29});
    case Architecture::Armv7: return bits({4, 5, 6, 7, 8, 9, 10, 11});
    default: return 0;
  }
}

}  // namespace symkit::unwind
