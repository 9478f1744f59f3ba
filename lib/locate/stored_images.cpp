// Indexes in the store, by the image's id.
#include "locate/providers.h"
#include "locate/same_id.h"

namespace symkit::locate {
namespace {

class StoredImages final : public Provider {
 public:
  StoredImages(const store::Store& store, Lines lines) : store_(store), lines_(lines) {}

  bool offer(const ImageReference& image, Offering& offering) override {
    if (image.id.empty()) return false;
    const auto path = store_.find_like(image.id, store::native,
                                       [&](const ImageId& have) { return same_id(image.id, have); });
    if (!path) return false;
    auto kept = symbolize::NativeImage::open(*path);
    if (!kept) {
      offering.note(kept.error().message);
      return false;
    }
    const Origin origin{.index = std::move(*kept), .path = *path};
    return origin.has_lines() == (lines_ == Lines::With) && offering.offer(origin);
  }

 private:
  const store::Store& store_;
  Lines lines_;
};

}  // namespace

std::unique_ptr<Provider> stored_images(const store::Store& store, Lines lines) {
  return std::make_unique<StoredImages>(store, lines);
}

}  // namespace symkit::locate
