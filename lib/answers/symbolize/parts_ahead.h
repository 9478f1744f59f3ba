// Prefetches the parts of indexes that frames will need in one request. It answers nothing itself: a part
// that was not prefetched is fetched when a frame needs it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "answers/symbolize/open_image.h"
#include "ground/base/frame_reference.h"

namespace symkit::symbolize {

class PartsAhead {
 public:
  // Adds the place of the frame's code in this image. The frame's data need not outlive the call.
  void add(const FrameReference& frame, const std::shared_ptr<const OpenImage>& image);
  // Adds the code at an offset.
  void add(ImageOffset offset, const std::shared_ptr<const OpenImage>& image) {
    if (image->parts() != nullptr) want(image, image->parts()->manifest().part_at(offset));
  }
  // Fetches everything that is not cached in one request; if the log has names instead of addresses, in
  // two.
  void fetch();

 private:
  struct Part {
    std::shared_ptr<const OpenImage> image;
    std::uint32_t number = 0;
  };
  struct Named {
    std::shared_ptr<const OpenImage> image;
    std::string name;
    std::uint64_t offset = 0;
  };
  void want(const std::shared_ptr<const OpenImage>& image, std::uint32_t number);
  void want_place(const std::shared_ptr<const OpenImage>& image, ImageOffset offset);
  void want_functions(const Named& named);
  void fetch_wanted();

  std::map<std::pair<const OpenImage*, std::uint32_t>, Part> wanted_;
  std::vector<Named> named_;
};

}  // namespace symkit::symbolize
