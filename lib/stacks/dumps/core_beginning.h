// The beginning of a core file that comes through a pipe: its headers and its notes, which the kernel
// writes before any memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "ground/base/result.h"

namespace symkit::dumps {

// Reads no further than the notes' end; of notes that are cut off, or come too late, as many as there are.
// `bytes`: all that was read, also after an error.
Result<void> read_core_beginning(int pipe, std::chrono::steady_clock::time_point until,
                                 std::vector<std::uint8_t>& bytes);

}  // namespace symkit::dumps
