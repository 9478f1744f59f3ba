// The addresses to be looked up, if all can be known in advance: from the command line, from a file of
// addresses, or from such a file on standard input. An index for other addresses is then not needed.
#pragma once

#include <cstdint>
#include <vector>

#include "symlookup/options.h"

namespace symkit::symlookup {

// Empty if they are not known, or so many that a complete index is better. Only reads inputs that can be
// read again.
std::vector<std::uint64_t> all_asked(const Options& options);

}  // namespace symkit::symlookup
