// Where in its image a frame's code is, by the byte of the file or by the piece of memory that it lies in.
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
  std::string_view why_not = {};  // where it is said, or may be, but cannot be told
  bool is_usual = false;          // the log says no more than who loaded the image, which always does it so
};

// `segments`: the image's; empty where nobody knows them.
MappedPlace mapped_place_of(const FrameReference& frame, std::span<const CodeSegment> segments,
                            FileAddress text_base, Architecture architecture);

}  // namespace symkit::symbolize
