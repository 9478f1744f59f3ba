// Unpacking what an archive's entry holds: all of it, or its beginning.
#pragma once

#include <span>

#include "files/archive/zip_directory.h"
#include "ground/io/blob.h"
#include "ground/io/unpack_budget.h"

namespace symkit::archive {

// As long as the entry says, and with its checksum; anything else is an error.
Result<io::SharedBlob> unpack(const Entry& entry, Bytes stored, io::UnpackBudget& budget);

// As many bytes as `room` has, or as can be had.
Bytes unpack_beginning(Method method, Bytes stored, std::span<std::uint8_t> room);

}  // namespace symkit::archive
