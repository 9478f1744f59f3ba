#include "stacks/unwind/processor.h"

#include <algorithm>
#include <array>

namespace symkit::unwind {
namespace {

// Linux gives programs on arm64 the lower 48 bits, and 52 only on request.
constexpr std::uint64_t without_signature = (std::uint64_t{1} << 48) - 1;

constexpr std::array<Processor, 5> processors = {{
    {.architecture = Architecture::X86_64, .address_size = 8, .code = 16, .stack = 7, .frame = 6},
    {.architecture = Architecture::X86, .address_size = 4, .code = 8, .stack = 4, .frame = 5},
    {.architecture = Architecture::Arm64,
     .address_size = 8,
     .code = 32,
     .stack = 31,
     .frame = 29,
     .link = 30,
     .address_bits = without_signature},
    {.architecture = Architecture::Armv7,
     .address_size = 4,
     .code = 15,
     .stack = 13,
     .frame = 11,
     .link = 14},
    {.architecture = Architecture::RiscV64, .address_size = 8, .code = 32, .stack = 2, .frame = 8, .link = 1},
}};

}  // namespace

const Processor* processor_of(Architecture architecture) {
  const auto found = std::ranges::find(processors, architecture, &Processor::architecture);
  return found == processors.end() ? nullptr : &*found;
}

}  // namespace symkit::unwind
