#include "answers/symbolize/native_image.h"

namespace symkit::symbolize {

Result<std::unique_ptr<NativeImage>> NativeImage::open(io::SharedBlob blob, const std::string& place) {
  auto index = index::NativeIndex::open(blob->bytes());
  if (!index) return fail(place + " " + index.error().message);
  auto image = std::unique_ptr<NativeImage>(new NativeImage);
  image->blob_ = std::move(blob);
  image->index_ = std::move(*index);
  if (const Bytes members = image->index_.folding().index_of_members(); !members.empty()) {
    auto opened = index::NativeIndex::open(members);
    if (!opened) return fail(place + " " + opened.error().message);
    image->members_ = std::move(*opened);
  }
  return image;
}

}  // namespace symkit::symbolize
