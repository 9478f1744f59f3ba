#include "answers/symbolize/frame_place.h"

namespace symkit::symbolize {

FramePlace place_of(const FrameReference& frame, FileAddress text_base, Architecture architecture,
                    std::optional<std::uint64_t> load_address) {
  if (frame.image_offset) return {true, ImageOffset{*frame.image_offset}};
  if (frame.file_address) return {true, to_offset(FileAddress{*frame.file_address}, text_base)};
  if (!frame.runtime_address) return {};
  const auto slide = slide_of(frame.load_address ? frame.load_address : load_address, frame.slide, text_base);
  if (!slide) return {};
  return {true, offset_of({*frame.runtime_address}, *slide, text_base, architecture)};
}

}  // namespace symkit::symbolize
