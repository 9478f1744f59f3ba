// What a process may still ask the kernel for when it reads what strangers wrote.
#pragma once

#include "ground/base/result.h"

namespace symkit::details {

// Whether the kernel's filter is known for this processor.
#if defined(__x86_64__) || defined(__aarch64__)
inline constexpr bool calls_are_limited = true;
#else
inline constexpr bool calls_are_limited = false;
#endif

// For good, for all threads that this one starts: files can be read, open ones be written; memory, threads
// and children can be had. All else is refused (EPERM): to open a file for writing, to remove one, sockets,
// other programs, code in memory. To look into other processes or to end them ends this one.
Result<void> limit_calls();

}  // namespace symkit::details
