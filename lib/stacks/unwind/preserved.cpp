#include "stacks/unwind/preserved.h"

#include <initializer_list>

namespace symkit::unwind {
namespace {

constexpr std::uint64_t set_of(std::initializer_list<unsigned> numbers) {
  std::uint64_t set = 0;
  for (const unsigned number : numbers) set |= std::uint64_t{1} << number;
  return set;
}

// With the stack pointer and the address of the code, which each frame has.
constexpr std::uint64_t preserved(Architecture architecture) {
  switch (architecture) {
    case Architecture::X86_64: return set_of({3, 6, 7, 12, 13, 14, 15, 16});
    case Architecture::X86: return set_of({3, 4, 5, 6, 7, 8});
    case Architecture::Arm64: return set_of({19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32});
    case Architecture::Armv7: return set_of({4, 5, 6, 7, 8, 9, 10, 11, 13, 15});
    case Architecture::RiscV64: return set_of({2, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 32});
    default: return 0;
  }
}

}  // namespace

bool outlives_calls(std::uint64_t number, Architecture architecture) {
  return number < 64 && (preserved(architecture) >> number & 1) != 0;
}

}  // namespace symkit::unwind
