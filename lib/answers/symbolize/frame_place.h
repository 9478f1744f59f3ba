// The place of a frame's code in its image, from the numbers in the log. Places given by a name and an
// offset need the image's functions and are handled elsewhere.
#pragma once

#include <optional>

#include "ground/base/address.h"
#include "ground/base/architecture.h"
#include "ground/base/frame_reference.h"

namespace symkit::symbolize {

struct FramePlace {
  bool is_said = false;               // false: the log has no number from which it follows
  std::optional<ImageOffset> offset;  // nothing: outside of the image
};

// How far the image was moved in the process; nothing if neither value is known. If both are, the slide
// is used.
inline std::optional<Slide> slide_of(std::optional<std::uint64_t> load_address,
                                     std::optional<std::uint64_t> slide, FileAddress text_base) {
  if (slide) return Slide{*slide};
  if (load_address) return symkit::slide_of(RuntimeAddress{*load_address}, text_base);
  return std::nullopt;
}

// Nothing: outside of the image.
inline std::optional<ImageOffset> offset_of(RuntimeAddress address, Slide slide, FileAddress text_base,
                                            Architecture architecture) {
  return to_offset(to_file(without_signature(address, architecture), slide), text_base);
}

// Uses the log's most reliable numbers first. `load_address`: used if the log has none.
FramePlace place_of(const FrameReference& frame, FileAddress text_base, Architecture architecture,
                    std::optional<std::uint64_t> load_address);

}  // namespace symkit::symbolize
