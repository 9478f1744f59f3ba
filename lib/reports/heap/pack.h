// Rewrites a completed recording: its blocks are compressed by zstd one by one, and unused room is
// removed.
#pragma once

#include <functional>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "reports/heap/recording.h"

namespace symkit::heap {

// Passes on the file in parts, from the beginning, but without its header: that is known last. `write`
// returns false if writing failed and the rest is not needed.
using WritePart = std::function<bool(Bytes part)>;
Result<format::Header> pack(const Recording& recording, const WritePart& write);

}  // namespace symkit::heap
