// MiniDebugInfo: .gnu_debugdata is an ELF file, compressed with xz, with only the symbols that .dynsym
// lacks. Distributions put it into stripped binaries.
#pragma once

#include <memory>
#include <vector>

#include "files/container/elf_file.h"
#include "ground/base/result.h"
#include "ground/io/unpack_budget.h"

namespace symkit::container::elf {

struct MiniDebug {
  std::vector<std::uint8_t> bytes;
  ElfFile file;  // views of them
};

// Null if the file has none. The decompressed size counts against the budget.
Result<std::unique_ptr<const MiniDebug>> read_mini_debug(const ElfFile& file, io::UnpackBudget& budget);

}  // namespace symkit::container::elf
