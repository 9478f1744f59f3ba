// A part of an image's index, and the offsets that it covers.
#pragma once

#include <cstdint>
#include <memory>

#include "answers/symbolize/native_image.h"
#include "ground/base/address.h"

namespace symkit::symbolize {

struct ImagePart {
  std::shared_ptr<const NativeImage> image;  // null: there is nothing for the offset
  ImageOffset first = {};
  ImageOffset last = {UINT64_MAX};  // inclusive

  bool holds(ImageOffset offset) const { return first <= offset && offset <= last; }
};

}  // namespace symkit::symbolize
