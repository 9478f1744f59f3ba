// Where an arm64 Image wants to be, which its bytes alone do not say: the base that its list of symbols
// counts from is left to the kernel's own relocations, and is 0 until it has run them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "files/kernel/kallsyms.h"
#include "ground/base/bytes.h"

namespace symkit::kernel {

struct LinkedPlace {
  std::uint64_t image = 0;  // of the Image's first byte
  std::uint64_t base = 0;   // of its symbols
};

// `place`: where in the Image the base lies. `symbols` count from it. Of all relocations that could be of
// that place the one counts by which others lead to where functions begin; nothing where that does not tell.
std::optional<LinkedPlace> linked_place(Bytes image, std::size_t place, std::span<const Symbol> symbols);

}  // namespace symkit::kernel
