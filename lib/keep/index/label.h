// A label for lists: what an index is for, and how much it has.
#pragma once

#include <cstdint>
#include <string>

#include "ground/base/bytes.h"
#include "keep/index/envelope.h"

namespace symkit::index {

struct Label {
  std::string architecture = {};
  std::string name = {};
  std::uint64_t functions = 0;  // for native code
  std::uint64_t with_lines = 0;
};

// From an index, or the manifest of one in parts. Empty if there is no label, or the data is damaged.
Label label_of(Bytes head, Kind kind);

}  // namespace symkit::index
