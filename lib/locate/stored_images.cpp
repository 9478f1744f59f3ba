// Indexes in the store, by the image's id: in one part or in many.
#include "locate/providers.h"
#include "locate/same_id.h"

namespace symkit::locate {
namespace {

class StoredImages final : public Provider {
 public:
  StoredImages(store::Shelf& store, Lines lines) : store_(store), lines_(lines) {}

  bool offer(const ImageReference& image, Offering& offering) const override;

 private:
  store::Shelf& store_;
  Lines lines_;
};

bool StoredImages::offer(const ImageReference& image, Offering& offering) const {
  if (image.id.empty()) return false;
  auto found = store_.find_like(image.id, store::forms_of(index::Kind::Native),
                                [&](const ImageId& have) { return same_id(image.id, have); });
  if (found && found->blob == nullptr) return false;
  auto kept = found ? symbolize::OpenImage::open(found->key, found->blob, store_) : fail(found.error());
  if (!kept) {
    offering.note(kept.error().message);
    return false;
  }
  const Origin origin{.index = std::move(*kept), .path = store_.place_of(found->key)};
  return origin.has_lines() == (lines_ == Lines::With) && offering.offer(origin);
}

}  // namespace

std::unique_ptr<Provider> stored_images(store::Shelf& store, Lines lines) {
  return std::make_unique<StoredImages>(store, lines);
}

}  // namespace symkit::locate
