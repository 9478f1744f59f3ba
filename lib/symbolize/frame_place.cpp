#include "symbolize/frame_place.h"

namespace symkit::symbolize {

std::optional<Slide> slide_of(std::optional<std::uint64_t> load_address, std::optional<std::uint64_t> slide,
                              FileAddress text_base) {
  if (slide) return Slide{*slide};
  if (load_address) return symkit::slide_of(RuntimeAddress{*load_address}, text_base);
  return std::nullopt;
}

std::optional<ImageOffset> offset_of(RuntimeAddress address, Slide slide, FileAddress text_base,
                                     Architecture architecture) {
  return to_offset(to_file(without_signature(address, architecture), slide), text_base);
}

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
