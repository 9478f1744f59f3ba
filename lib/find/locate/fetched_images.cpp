// Files fetched from servers by an image's id. A fetched file is not trusted more than any other: it must
// contain the requested id.
#include "find/locate/providers.h"
#include "keep/fetch/downloads.h"

namespace symkit::locate {
namespace {

class FetchedImages final : public Provider {
 public:
  FetchedImages(std::shared_ptr<fetch::Downloads> downloads, store::Shelf& store)
      : downloads_(std::move(downloads)), store_(store) {}

  bool is_far() const override { return true; }

  bool offer(const ImageReference& image, Offering& offering) const override {
    if (image.id.empty()) return false;
    const fetch::Wanted wanted = fetch::Wanted::of(image);
    // The next server may send something else.
    while (true) {
      const auto path = downloads_->get(wanted);
      if (!path) {
        offering.note(path.error().message);
        return false;
      }
      if (offer_by_id(*path, image.id, symbolize::Grounds::Id, offering)) {
        if (!downloads_->keeps() && has_index(image.id)) downloads_->release(wanted);
        return true;
      }
      downloads_->reject(wanted);
    }
  }

 private:
  bool has_index(const ImageId& id) const {
    const auto ids = store_.ids_like(id, index::Kind::Native);
    return ids && !ids->empty();
  }

  std::shared_ptr<fetch::Downloads> downloads_;
  store::Shelf& store_;
};

}  // namespace

std::unique_ptr<Provider> fetched_images(std::shared_ptr<fetch::Downloads> downloads, store::Shelf& store) {
  return std::make_unique<FetchedImages>(std::move(downloads), store);
}

}  // namespace symkit::locate
