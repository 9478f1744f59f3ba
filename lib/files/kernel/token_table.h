// The 256 tokens that compress the names of kallsyms, and where they were found.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string_view>

#include "ground/base/bytes.h"

namespace symkit::kernel {

struct TokenTable {
  std::array<std::string_view, 256> tokens{};
  std::size_t begin = 0;      // of the texts
  std::size_t index_end = 0;  // after the index that follows them
};

// Calls `take` for everything in the bytes that may be one, until it returns true.
void find_token_tables(Bytes kernel, Endian endian, const std::function<bool(const TokenTable&)>& take);

}  // namespace symkit::kernel
