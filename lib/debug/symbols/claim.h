// A function's claim to a range of code.
#pragma once

#include <cstdint>

#include "keep/index/native_draft.h"

namespace symkit::symbols {

struct Claim {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t unit = 0;
  std::uint64_t order = 0;
  index::Source source{};
  std::uint32_t draft = 0;
  std::uint32_t function = 0;
};

}  // namespace symkit::symbols
