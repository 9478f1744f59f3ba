// Undoes the steps of a prologue on Windows on arm64.
#pragma once

#include <optional>
#include <span>

#include "stacks/unwind/table.h"
#include "stacks/unwind/windows_arm64_codes.h"

namespace symkit::unwind {

Step undo_arm64(std::span<const Arm64Step> steps, const Surroundings& where);

}  // namespace symkit::unwind
