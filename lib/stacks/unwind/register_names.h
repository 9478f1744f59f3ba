// The registers by the names that Breakpad's symbol files have for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/architecture.h"

namespace symkit::unwind {

// As DWARF numbers them; with or without `$`. Nothing if the processor has no such register, or no frame is
// found by it.
std::optional<unsigned> register_named(std::string_view name, Architecture architecture);

// Those that functions leave as they were: a bit each.
std::uint64_t kept_registers(Architecture architecture);

}  // namespace symkit::unwind
