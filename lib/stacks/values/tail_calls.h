// Functions that end by calling another leave no frame: which ones they were can only be concluded.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "keep/variables/variable.h"

namespace symkit::values {

// The calls that lead from one function to another, each the last that its function does. Nothing if there
// is none, or more than one way, or what some function calls is not known. Functions by where they begin.
std::optional<std::vector<const variables::CallSite*>> only_chain(std::uint64_t from, std::uint64_t to,
                                                                  variables::Source& source);

}  // namespace symkit::values
