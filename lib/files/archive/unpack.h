// Decompresses an archive entry: completely, or its beginning.
#pragma once

#include <span>

#include "files/archive/zip_directory.h"
#include "ground/io/blob.h"
#include "ground/io/unpack_budget.h"

namespace symkit::archive {

// The result must have the entry's size and checksum; anything else is an error.
Result<io::SharedBlob> unpack(const Entry& entry, Bytes stored, io::UnpackBudget& budget);

// As many bytes as fit in `room`, or as are available.
Bytes unpack_beginning(Method method, Bytes stored, std::span<std::uint8_t> room);

}  // namespace symkit::archive
