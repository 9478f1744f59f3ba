// The bytes of a dump: a file as it is, or what comes from a pipe or out of a compressed file, kept in a
// file of its own without a name.
#pragma once

#include <cstdint>
#include <string>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/descriptor.h"
#include "ground/io/input.h"
#include "ground/io/mapped_file.h"
#include "stacks/dumps/process.h"

namespace symkit::dumps {

struct KeepingDump {
  std::uint64_t most = UINT64_MAX;  // bytes that take place on the disk; what is behind them is cut off
  std::string folder = {};          // empty: that of temporary files
};

// `path`: "-" for standard input.
Result<io::MappedFile> open_dump(const std::string& path, const KeepingDump& how = {});

Result<io::MappedFile> keep_dump(io::Input& input, const KeepingDump& how);

// In an empty file.
Result<io::MappedFile> keep_dump(io::Input& input, const io::Descriptor& into,
                                 std::uint64_t most = UINT64_MAX);

// A core file or a minidump. The bytes must outlive it.
Result<Process> read_dump(Bytes dump);

}  // namespace symkit::dumps
