// Indexes in the store, by the image's id.
#include "locate/providers.h"
#include "locate/same_id.h"

namespace symkit::locate {
namespace {

class StoredImages final : public Provider {
 public:
  StoredImages(store::Shelf& store, Lines lines) : store_(store), lines_(lines) {}

  bool offer(const ImageReference& image, Offering& offering) override {
    if (image.id.empty()) return false;
    const auto found = store_.find_like(image.id, index::Kind::Native,
                                        [&](const ImageId& have) { return same_id(image.id, have); });
    if (found && found->blob == nullptr) return false;
    const std::string place = found ? store_.place_of(found->key) : std::string();
    auto kept = found ? symbolize::NativeImage::open(found->blob, place) : fail(found.error());
    if (!kept) {
      offering.note(kept.error().message);
      return false;
    }
    const Origin origin{.index = std::move(*kept), .path = place};
    return origin.has_lines() == (lines_ == Lines::With) && offering.offer(origin);
  }

 private:
  store::Shelf& store_;
  Lines lines_;
};

}  // namespace

std::unique_ptr<Provider> stored_images(store::Shelf& store, Lines lines) {
  return std::make_unique<StoredImages>(store, lines);
}

}  // namespace symkit::locate
