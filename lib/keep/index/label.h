// What people call that which an index is for, and how much there is of it: for lists.
#pragma once

#include <cstdint>
#include <string>

#include "ground/base/bytes.h"
#include "keep/index/envelope.h"

namespace symkit::index {

struct Label {
  std::string architecture = {};
  std::string name = {};
  std::uint64_t functions = 0;  // of native code
  std::uint64_t with_lines = 0;
};

// Of an index, or of the manifest of one in parts. Empty where it says nothing, or is damaged.
Label label_of(Bytes head, Kind kind);

}  // namespace symkit::index
