// The file jit-PID.dump that a just-in-time compiler writes for perf: where each function's code was.
// Lines are not read: compilers do not agree on what their addresses are relative to.
#pragma once

#include "files/jit/made_code.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::jit {

bool looks_like_jit_dump(Bytes bytes);

// Names are views of the bytes. A dump is read as far as it is complete, as its program may have been
// killed. Fails if it has no function.
Result<MadeCode> read_jit_dump(Bytes bytes);

}  // namespace symkit::jit
