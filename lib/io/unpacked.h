// Whole files that are compressed: kernel modules come as .ko.xz, debug files are kept as .debug.gz.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace symkit::io {

// Does it begin like gzip, zstd, xz or bzip2?
bool looks_compressed(Bytes beginning);

// What is in the file. Errors name the path; a file that grows beyond all reason is one.
Result<std::vector<std::uint8_t>> unpack_file(const std::string& path);

}  // namespace symkit::io
