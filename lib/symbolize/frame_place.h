// Where in its image the code of a log's frame is, by the numbers that the log has. A name and an offset from
// it need the image's functions: that is for those that have them.
#pragma once

#include <optional>

#include "base/address.h"
#include "base/architecture.h"
#include "crashlog/frame.h"

namespace symkit::symbolize {

struct FramePlace {
  bool is_said = false;               // false: the log has no number that tells
  std::optional<ImageOffset> offset;  // nothing: outside of the image
};

// The log's most certain words first. `load_address`: what is known of it where the log does not say.
FramePlace place_of(const crashlog::Frame& frame, FileAddress text_base, Architecture architecture,
                    std::optional<std::uint64_t> load_address);

}  // namespace symkit::symbolize
