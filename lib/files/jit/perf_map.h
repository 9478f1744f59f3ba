// The file /tmp/perf-PID.map, whose lines have an address, a size and a name, the numbers in hexadecimal; if
// pieces overlap, the later one counts.
#pragma once

#include "files/jit/made_code.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::jit {

// Names are views of the bytes. Fails if there is no such line.
Result<MadeCode> read_perf_map(Bytes map);

}  // namespace symkit::jit
