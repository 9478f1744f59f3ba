// The images that a process has loaded, as its own loader has them in memory: for dumps without a list of
// mapped files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stacks/dumps/process.h"
#include "stacks/unwind/memory.h"

namespace symkit::dumps {

struct ListedImage {
  std::string path;
  std::uint64_t begin = 0;  // where its ELF header is
};

// The program first. Empty if the dump does not have them.
std::vector<ListedImage> images_in_loader_list(const Process& process, const unwind::Memory& memory);

}  // namespace symkit::dumps
