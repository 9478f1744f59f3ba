// How DWARF's expressions compute with numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "stacks/unwind/machine.h"

namespace symkit::unwind {

// As many bits as the type has.
std::uint64_t cut(std::uint64_t bits, NumberType type);

// Nothing if the operation is none, divides by zero, or is not defined for the types.
std::optional<Number> computed(std::uint8_t operation, Number a);
std::optional<Number> computed(std::uint8_t operation, Number a, Number b);
std::optional<Number> converted(Number number, NumberType to);

}  // namespace symkit::unwind
