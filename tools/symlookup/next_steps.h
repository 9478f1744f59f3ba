// What to do about addresses and frames that could not be looked up.
#pragma once

#include <string>
#include <string_view>

namespace symkit::symlookup {

// The reason, followed by the next step, if there is one. `has_named_files`: -o was given.
std::string with_next_step(std::string_view reason, bool has_named_files = false);

}  // namespace symkit::symlookup
