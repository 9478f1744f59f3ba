#include "answers/symbolize/image_cache.h"

#include <algorithm>

namespace symkit::symbolize {
namespace {

// More images than any process has. If a log names more, the oldest are forgotten, so that memory stays
// constant.
constexpr std::size_t most_images = 20'000;

// The number of parts kept open, over all images; and how often they are counted.
constexpr std::size_t most_parts = 1'024;
constexpr unsigned turns_between_counts = 64;

}  // namespace

KnownImage& ImageCache::find(const ImageReference& image) {
  write_key(image, key_);
  if (last_ != nullptr && key_ == last_key_ && !is_stale(*last_, image)) return *last_;
  auto at = images_.find(key_);
  if (at != images_.end() && is_stale(at->second, image)) {
    std::erase(in_parts_, &at->second);
    images_.erase(at);
    at = images_.end();
  }
  if (at == images_.end()) {
    if (images_.size() == most_images) {
      in_parts_.clear();
      images_.clear();
    }
    const unsigned revision = source_.revision(image);  // it may change during the search
    at = images_.emplace(key_, KnownImage{.match = source_.find(image), .revision = revision}).first;
  }
  if (at->second.match.image) open_resolver(at->second);
  last_key_ = key_;
  last_ = &at->second;
  return *last_;
}

bool ImageCache::is_stale(const KnownImage& known, const ImageReference& image) const {
  return known.match.may_change && known.revision != source_.revision(image);
}

void ImageCache::open_resolver(KnownImage& image) {
  if (image.resolver == nullptr)
    image.resolver = std::make_unique<ImageResolver>(image.match.image, dialect_, names_);
  if (image.match.image->parts() == nullptr) return;
  std::erase(in_parts_, &image);
  in_parts_.push_front(&image);
  if (++turns_ % turns_between_counts == 0) bound_parts();
}

// Closes parts of the least recently used images.
void ImageCache::bound_parts() {
  std::size_t held = 0;
  for (auto at = in_parts_.begin(); at != in_parts_.end();) {
    const std::size_t here = std::max<std::size_t>(1, (*at)->resolver->parts());
    if (held + here <= most_parts || at == in_parts_.begin()) {
      held += here;
      ++at;
      continue;
    }
    (*at)->resolver.reset();
    at = in_parts_.erase(at);
  }
}

}  // namespace symkit::symbolize
