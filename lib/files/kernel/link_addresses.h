// The address that an arm64 Image is linked for, which its bytes do not contain: the base of its symbol
// list is set by the kernel's own relocations, and is 0 until these have run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "files/kernel/kallsyms.h"
#include "ground/base/bytes.h"

namespace symkit::kernel {

struct LinkAddresses {
  std::uint64_t image = 0;  // of the Image's first byte
  std::uint64_t base = 0;   // of its symbols
};

// `place`: where the base is in the Image. `symbols` are relative to it. Of all relocations that may
// belong to that place, the right one makes the others lead to begins of functions; nothing if that is
// ambiguous.
std::optional<LinkAddresses> linked_place(Bytes image, std::size_t place, std::span<const Symbol> symbols);

}  // namespace symkit::kernel
