// Rules for leaving a frame as bytes: how an index keeps them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/bytes.h"
#include "stacks/unwind/frame_rules.h"

namespace symkit::unwind {

// What a table tells of a place.
struct StoredRules {
  FrameRules rules;
  std::uint64_t return_register = 0;
  bool is_signal_frame = false;
};

std::vector<std::uint8_t> stored(const StoredRules& all);
// Expressions are views of the bytes. Nothing if they are damaged.
std::optional<StoredRules> read_stored(Bytes bytes);

}  // namespace symkit::unwind
