#include "locate/locator.h"

namespace symkit::locate {

using symbolize::Match;
using symbolize::OpenImage;

Locator::Locator(std::shared_ptr<const Search> search, intake::Options how)
    : search_(std::move(search)), log_(*search_), how_(std::move(how)) {
  how_.id_from_content = true;
  how_.keep_unstored = true;
}

Match Locator::find(const ImageReference& image) {
  Match match;
  match.reason = log_.find(image, [&](const Origin& origin) -> Result<void> {
    if (origin.index) {
      match.image = origin.index;
    } else {
      auto made = index(origin.file);
      if (!made) return fail(made.error());
      match.image = std::move(*made);
    }
    match.grounds = origin.grounds;
    match.load_address = origin.load_address;
    return {};
  });
  match.may_change = log_.evidence().find(image) != nullptr;
  return match;
}

Result<std::shared_ptr<const OpenImage>> Locator::index(const Candidate& candidate) {
  intake::Options how = how_;
  how.architecture = candidate.architecture;
  how.name = candidate.called;
  how.same_image = candidate.same_image;
  auto indexed = intake::index_file(candidate.path, search_->store(), how);
  if (!indexed) return fail(indexed.error());
  Error trouble;
  for (intake::Indexed& one : *indexed) {
    if (!candidate.id.empty() && one.id != candidate.id) continue;
    auto blob = intake::blob_of(one, search_->store());
    auto image = blob ? OpenImage::open(std::move(*blob), one.path) : fail(blob.error());
    if (image) return std::move(*image);
    trouble = image.error();
  }
  return fail(trouble);
}

}  // namespace symkit::locate
