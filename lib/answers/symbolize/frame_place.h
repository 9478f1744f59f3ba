// Where in its image the code of a log's frame is, by the numbers that the log has. A name and an offset from
// it need the image's functions: that is for those that have them.
#pragma once

#include <optional>

#include "ground/base/address.h"
#include "ground/base/architecture.h"
#include "ground/base/frame_reference.h"

namespace symkit::symbolize {

struct FramePlace {
  bool is_said = false;               // false: the log has no number that tells
  std::optional<ImageOffset> offset;  // nothing: outside of the image
};

// By how much a process had moved the image; nothing where neither is known. The slide counts where both are.
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

// The log's most certain words first. `load_address`: what is known of it where the log does not say.
FramePlace place_of(const FrameReference& frame, FileAddress text_base, Architecture architecture,
                    std::optional<std::uint64_t> load_address);

}  // namespace symkit::symbolize
