#include "find/locate/locator.h"

#include "find/locate/indexing.h"

namespace symkit::locate {

using symbolize::Match;

namespace {

bool knows_offsets(const index::Facts& facts) {
  return facts.id.empty() || (!facts.segments.empty() && facts.segments.front().file_offset);
}

}  // namespace

Locator::Locator(std::shared_ptr<const Search> search, intake::Options how)
    : search_(std::move(search)), log_(*search_), how_(std::move(how)) {
  how_.id_from_content = true;
  how_.keep_unstored = true;
}

// Notes which file has the code of an index, up to a number of images.
void Locator::note_code(const ImageReference& image, const Origin& origin) {
  constexpr std::size_t most_noted = 10'000;
  const std::string& path = origin.code_path.empty() ? origin.file.path : origin.code_path;
  write_key(image, key_);
  if (code_paths_.size() < most_noted || code_paths_.contains(key_)) code_paths_[key_] = path;
}

std::optional<bool> Locator::ends_call(const ImageReference& image, FileAddress address,
                                       Architecture architecture) {
  constexpr std::size_t most_open = 64;
  write_key(image, key_);
  const auto path = code_paths_.find(key_);
  if (path == code_paths_.end() || path->second.empty()) return std::nullopt;
  if (code_.size() == most_open && !code_.contains(path->second)) code_.clear();
  const auto [known, is_new] = code_.try_emplace(path->second);
  if (is_new) known->second = Witness::of_file(path->second, architecture);
  return known->second ? known->second->ends_call(address.value) : std::nullopt;
}

// After a store outage the lookup is repeated, but not for each frame.
unsigned Locator::revision(const ImageReference& image) const {
  const bool may_be_asked_again =
      outages_ != 0 && std::chrono::steady_clock::now() - asked_again_ >= store::outage_lasts;
  return log_.evidence().revision(image) + outages_ + (may_be_asked_again ? 1 : 0) +
         (search_->is_settled(image) ? 1 : 0) + search_->arrivals();
}

Match Locator::find(const ImageReference& image) {
  Match match;
  const std::uint64_t outages = search_->store().outages();
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
    note_code(image, origin);
    tell_found_(image, origin.path);
    return {};
  });
  if (match.image && !knows_offsets(match.image->facts()))
    match.segments = search_->code_segments(image, match.image->facts().id);
  match.may_change = log_.evidence().find(image) != nullptr || search_->was_missed(image) ||
                     (match.image == nullptr && search_->may_arrive(image));
  if (!match.image && search_->store().outages() != outages) {
    match.may_change = true;
    ++outages_;
    asked_again_ = std::chrono::steady_clock::now();
  }
  return match;
}

}  // namespace symkit::locate
