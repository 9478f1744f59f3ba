// Minidumps: of Windows itself, of Breakpad and Crashpad on any system.
// The form is described in Microsoft's minidumpapiset.h and in Breakpad's minidump_format.h.
#pragma once

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "stacks/dumps/process.h"

namespace symkit::dumps {

bool is_minidump(Bytes beginning);

// Memory is views of the bytes. A file that was cut off is read as far as it goes.
Result<Process> read_minidump(Bytes bytes);

}  // namespace symkit::dumps
