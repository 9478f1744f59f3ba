// Indexes in the store by the image's id, in one piece or in parts.
#include "find/locate/providers.h"

namespace symkit::locate {
namespace {

class StoredImages final : public Provider {
 public:
  StoredImages(std::shared_ptr<const StoredHeads> heads, Lines lines)
      : heads_(std::move(heads)), lines_(lines) {}

  bool offer(const ImageReference& image, Offering& offering) const override;

 private:
  std::shared_ptr<const StoredHeads> heads_;
  Lines lines_;
};

bool StoredImages::offer(const ImageReference& image, Offering& offering) const {
  if (image.id.empty()) return false;
  auto head = heads_->find(image.id);
  if (!head) offering.note(head.error().message);
  if (!head || !head->image) return false;
  const Origin origin{.index = std::move(head->image), .path = std::move(head->path)};
  return origin.has_lines() == (lines_ == Lines::With) && offering.offer(origin);
}

}  // namespace

std::unique_ptr<Provider> stored_images(std::shared_ptr<const StoredHeads> heads, Lines lines) {
  return std::make_unique<StoredImages>(std::move(heads), lines);
}

}  // namespace symkit::locate
