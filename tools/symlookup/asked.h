// The addresses that will be asked, where all of them can be known beforehand: of the command line, of a file
// of addresses, of such a file on standard input. Then no index is needed that answers for others.
#pragma once

#include <cstdint>
#include <vector>

#include "symlookup/options.h"

namespace symkit::symlookup {

// Empty where they are not known, or so many that a whole index serves better. Reads nothing that could not
// be read again.
std::vector<std::uint64_t> all_asked(const Options& options);

}  // namespace symkit::symlookup
