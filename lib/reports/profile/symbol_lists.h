// Names from lists that come with a profile: the running kernel's symbols, and code made by a
// just-in-time compiler. Only lists that the user has named are used.
#pragma once

#include <string_view>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "logs/crashlog/kernel_symbols.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// Gives kernel addresses, wherever the kernel was loaded, a symbol and an offset, by which Namer finds
// the line if there is a vmlinux. To be called before Namer.
void name_by_kernel_symbols(Profile& profile, const crashlog::KernelSymbols& symbols);

// `map`: a /tmp/perf-PID.map (files/jit/perf_map.h) or a jit-PID.dump (jit_dump.h). Only used for locations
// outside of mapped files. Fails if it names nothing.
Result<void> name_by_perf_map(Profile& profile, Bytes map);

}  // namespace symkit::profile
