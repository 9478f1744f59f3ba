// The code that a signal handler returns to: a few instructions that ask the kernel to go on where the signal
// came. No call leads there and its caller was interrupted, not called, so addresses on both sides of it are
// no return addresses. Known by its bytes, as mostly it has no name.
#pragma once

#include <cstdint>
#include <vector>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"

namespace symkit::code {

// How long the trampoline is that these bytes begin with; 0: they begin with none.
std::size_t trampoline_size(Bytes bytes, Architecture architecture);

// The places of all trampolines in the code, `begin` being its address.
struct Trampoline {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};
std::vector<Trampoline> find_trampolines(Bytes code, std::uint64_t begin, Architecture architecture);

}  // namespace symkit::code
