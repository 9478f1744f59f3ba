// A recording written anew when nobody writes to it any more: its blocks packed by zstd, each by itself, and
// without the room that they did not need.
#pragma once

#include <functional>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "reports/heap/recording.h"

namespace symkit::heap {

// Gives the file in parts, from its beginning on, but for its header: that is known last, and stands before
// them. False from `write`: it cannot be written, and there is no need for more.
using WritePart = std::function<bool(Bytes part)>;
Result<format::Header> pack(const Recording& recording, const WritePart& write);

}  // namespace symkit::heap
