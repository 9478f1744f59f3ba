// Adds the names of functions to a tombstone in protobuf. Everything else stays byte for byte and in its
// order, including unknown fields.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "logs/android/tombstone.h"

namespace symkit::android {

struct FunctionName {
  std::string name;
  std::uint64_t offset = 0;  // of the code, from the beginning of the function
};

// Returns nothing if the frame is to stay unchanged.
using NameFrame = std::function<std::optional<FunctionName>(const Backtrace& frame)>;

// Calls name_of for each frame of the tombstone: those of threads and guests' threads, of memory
// allocations and of stack records.
Result<std::string> with_names(std::string_view bytes, const NameFrame& name_of);

}  // namespace symkit::android
