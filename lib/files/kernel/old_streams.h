// Two compression formats that are rarely used except for kernels: LZ4's legacy frames, and lzop.
#pragma once

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/unpacked.h"

namespace symkit::kernel {

bool is_legacy_lz4(Bytes packed);
bool is_lzop(Bytes packed);

// The error does not name the file.
Result<io::Unpacked> unpack_legacy_lz4(Bytes packed, io::UnpackBudget& budget);
Result<io::Unpacked> unpack_lzop(Bytes packed, io::UnpackBudget& budget);

}  // namespace symkit::kernel
