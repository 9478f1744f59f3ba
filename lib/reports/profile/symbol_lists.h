// Names that lists beside a profile have: the running kernel's symbols, and what a just-in-time compiler said
// of its code. Only lists that the user has named are asked.
#pragma once

#include <string_view>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "logs/crashlog/kernel_symbols.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// Addresses of the kernel, wherever it was moved to, get a symbol and an offset, by which Namer finds the
// line where there is a vmlinux. To be asked before it.
void name_by_kernel_symbols(Profile& profile, const crashlog::KernelSymbols& symbols);

// /tmp/perf-PID.map: lines of an address, a size and a name, all but the name hexadecimal. Of pieces that
// overlap the later one counts. Or a jit-PID.dump (jit_dump.h). Only for locations in memory that is of no
// file. An error: there is no such line.
Result<void> name_by_perf_map(Profile& profile, Bytes map);

}  // namespace symkit::profile
