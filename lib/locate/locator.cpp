#include "locate/locator.h"

#include "locate/indexing.h"

namespace symkit::locate {

using symbolize::Match;

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
      auto made = index_candidate(origin.file, search_->store(), how_);
      if (!made) return fail(made.error());
      match.image = std::move(*made);
    }
    match.grounds = origin.grounds;
    match.load_address = origin.load_address;
    return {};
  });
  match.may_change = log_.evidence().find(image) != nullptr || search_->was_missed(image);
  return match;
}

unsigned Locator::revision(const ImageReference& image) const {
  return log_.evidence().revision(image) + (search_->is_on_its_way(image) ? 0 : 1);
}

}  // namespace symkit::locate
