#include "symbolize/frame_place.h"

namespace symkit::symbolize {

FramePlace place_of(const FrameReference& frame, FileAddress text_base, Architecture architecture,
                    std::optional<std::uint64_t> load_address) {
  if (frame.image_offset) return {true, ImageOffset{*frame.image_offset}};
  if (frame.file_address) return {true, to_offset(FileAddress{*frame.file_address}, text_base)};
  if (!frame.runtime_address) return {};
  const RuntimeAddress address = without_signature({*frame.runtime_address}, architecture);
  const auto loaded = frame.load_address ? frame.load_address : load_address;
  std::optional<Slide> slide;
  if (loaded) slide = slide_of(RuntimeAddress{*loaded}, text_base);
  if (frame.slide) slide = Slide{*frame.slide};
  if (!slide) return {};
  return {true, to_offset(to_file(address, *slide), text_base)};
}

}  // namespace symkit::symbolize
