// Finds the offset of a frame's code in its image, from what the log says of it: numbers, a memory
// mapping, or a function's name. The log's most reliable data is used first.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "answers/symbolize/function_finder.h"
#include "answers/symbolize/image_source.h"
#include "answers/symbolize/inferred_slides.h"
#include "ground/base/frame_reference.h"

namespace symkit::symbolize {

class OffsetFinder {
 public:
  void begin_log() { slides_.clear(); }
  // Must be called before a frame's stack is resolved; returns whether the rest of the stack must be
  // heard first.
  bool hear(const FrameReference& frame);

  // Nothing: see why_not().
  std::optional<ImageOffset> find(const FrameReference& frame, const Match& match);
  std::string_view why_not() const { return why_not_; }
  // Where the image was loaded, if the last offset was inferred from names and addresses in its stack.
  std::optional<std::uint64_t> inferred_load_address() const { return inferred_load_address_; }

  // Whether the log's symbol and offset lead to this place.
  bool leads_to(const FrameReference& frame, const OpenImage& image, ImageOffset offset);

 private:
  std::optional<ImageOffset> infer(const FrameReference& frame, const OpenImage& image);
  std::optional<ImageOffset> find_by_symbol(const FrameReference& frame, const OpenImage& image);

  FunctionFinder functions_;
  InferredSlides slides_;
  std::string_view why_not_;
  std::optional<std::uint64_t> inferred_load_address_;
};

}  // namespace symkit::symbolize
