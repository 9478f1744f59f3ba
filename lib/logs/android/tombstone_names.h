// The names of functions put into a tombstone in protobuf. All else stays byte for byte as it was, in its
// order, also fields that nobody knows yet.
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
  std::uint64_t offset = 0;  // of the code, from where the function begins
};

// Nothing: the frame stays as it is.
using NameFrame = std::function<std::optional<FunctionName>(const Backtrace& frame)>;

// Asks for each frame of the tombstone: of threads, guests' threads, what allocated memory and stack records.
Result<std::string> with_names(std::string_view bytes, const NameFrame& name_of);

}  // namespace symkit::android
