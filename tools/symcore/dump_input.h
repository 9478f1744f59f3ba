// The bytes of a dump: a file as it is, or what comes from a pipe or out of a compressed file, kept in a
// file of its own without a name.
#pragma once

#include <cstdint>
#include <string>

#include "ground/base/result.h"
#include "ground/io/input.h"
#include "ground/io/mapped_file.h"
#include "symcore/descriptor.h"

namespace symkit::symcore {

// `path`: "-" for standard input.
Result<io::MappedFile> open_dump(const std::string& path);

// What comes, as far as it comes, in an empty file. `most`: bytes that take place on the disk; what is behind
// them is cut off.
Result<io::MappedFile> keep_dump(io::Input& input, const Descriptor& into, std::uint64_t most = UINT64_MAX);

}  // namespace symkit::symcore
