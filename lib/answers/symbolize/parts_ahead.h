// The parts of indexes that frames will ask for, fetched in one question before the first of them asks. It
// answers nothing itself: a part that nobody thought of here is fetched when a frame asks for it.
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
  // Where the frame's code is in this image. What the frame views need not stay.
  void add(const FrameReference& frame, const std::shared_ptr<const OpenImage>& image);
  // Code there.
  void add(ImageOffset offset, const std::shared_ptr<const OpenImage>& image) {
    want(image, image->parts()->manifest().part_at(offset));
  }
  // All that is not at hand: one question; where the log has names instead of addresses, a second one.
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
