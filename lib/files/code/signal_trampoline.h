// The code that a signal handler returns to: a few instructions that make the kernel continue where the
// signal came. It is not called, and its caller was interrupted, so addresses on either side of it are
// not return addresses. It is recognised by its bytes, because it usually has no name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"

namespace symkit::code {

// The size of the trampoline at the beginning of these bytes; 0: there is none.
std::size_t trampoline_size(Bytes bytes, Architecture architecture);

inline constexpr std::size_t longest_trampoline = 16;

// All trampolines in the code, whose address is `begin`.
struct Trampoline {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};
std::vector<Trampoline> find_trampolines(Bytes code, std::uint64_t begin, Architecture architecture);

}  // namespace symkit::code
