#include "answers/symbolize/open_image.h"

#include <algorithm>

namespace symkit::symbolize {

Result<std::shared_ptr<const OpenImage>> OpenImage::open(io::SharedBlob blob, const std::string& place) {
  auto whole = NativeImage::open(std::move(blob), place);
  if (!whole) return fail(whole.error());
  return std::make_shared<const OpenImage>(std::move(*whole));
}

Result<std::shared_ptr<const OpenImage>> OpenImage::open(const store::Key& key, io::SharedBlob blob,
                                                         store::Shelf& shelf, const BetterKnown& known) {
  const std::string place = known.place.empty() ? shelf.place_of(key) : known.place;
  std::shared_ptr<OpenImage> image(new OpenImage);
  image->called_ = known.called;
  if (key.kind == index::Kind::Manifest) {
    auto manifest = index::Manifest::open(blob->bytes());
    if (!manifest) return fail(place + " " + manifest.error().message);
    image->parts_ = std::make_unique<KeptParts>(std::move(*manifest), shelf);
  } else {
    auto whole = NativeImage::open(std::move(blob), place);
    if (!whole) return fail(whole.error());
    if (known.counts_from_load) (*whole)->forget_text_base();
    image->whole_ = std::move(*whole);
  }
  return image;
}

Result<OpenImage::Part> OpenImage::part(ImageOffset offset) const {
  if (whole_) return Part{whole_};
  if (unprepared_) return unprepared_->part(offset);
  const std::uint32_t number = parts_->manifest().part_at(offset);
  if (number == 0) return Part{};
  auto image = parts_->get(number);
  if (!image) return fail(image.error());
  const auto [first, last] = parts_->manifest().range_of(number);
  return Part{std::move(*image), first, last};
}

const index::NativeIndex* OpenImage::needed_whole() const {
  if (!unprepared_) return whole();
  const auto prepared = unprepared_->whole();
  return prepared ? &(*prepared)->index() : nullptr;
}

Result<std::vector<ImageOffset>> OpenImage::functions_named(std::string_view name) const {
  if (whole_) return whole_->index().functions_named(name);
  if (unprepared_) return unprepared_->functions_named(name);
  std::vector<ImageOffset> all;
  const auto [first, count] = parts_->manifest().parts_with(name);
  for (std::uint32_t number = first; number < first + count; ++number) {
    const auto part = parts_->get(number);
    if (!part) return fail(part.error());
    const std::vector<ImageOffset> here = (*part)->index().functions_named(name);
    all.insert(all.end(), here.begin(), here.end());
  }
  std::ranges::sort(all);
  const auto twice = std::ranges::unique(all);
  all.erase(twice.begin(), twice.end());
  return all;
}

}  // namespace symkit::symbolize
