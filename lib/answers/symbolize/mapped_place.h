// The place of a frame's code in its image, from an offset in the file or the memory mapping around the
// address.
#pragma once

#include <span>
#include <string_view>

#include "answers/symbolize/frame_place.h"
#include "ground/base/architecture.h"
#include "ground/base/code_segment.h"
#include "ground/base/frame_reference.h"

namespace symkit::symbolize {

struct MappedPlace {
  FramePlace place;
  std::string_view why_not = {};  // if the log has, or may have, a place that cannot be determined
  bool is_usual = false;          // the log only shows the loader, which always maps images this way
};

// `segments`: the image's code segments; empty if unknown.
MappedPlace mapped_place_of(const FrameReference& frame, std::span<const CodeSegment> segments,
                            FileAddress text_base, Architecture architecture);

}  // namespace symkit::symbolize
