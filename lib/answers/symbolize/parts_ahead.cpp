#include "answers/symbolize/parts_ahead.h"

#include "answers/symbolize/frame_offset.h"
#include "ground/base/return_address.h"

namespace symkit::symbolize {

void PartsAhead::add(const FrameReference& frame, const std::shared_ptr<const OpenImage>& image) {
  if (image->parts() == nullptr || !frame.problem.empty()) return;
  const index::Facts& facts = image->facts();
  const FrameOffset place = place_of(frame, {facts.segments, facts.text_base, facts.architecture});
  if (place.offset) return want_place(image, *place.offset);
  if (!place.is_said && !frame.symbol.empty() && frame.symbol_offset)
    named_.push_back({image, std::string(frame.symbol), *frame.symbol_offset});
}

// Whether it is a return address is not known yet; the call before it is mostly in the same part.
void PartsAhead::want_place(const std::shared_ptr<const OpenImage>& image, ImageOffset offset) {
  const index::Manifest& manifest = image->parts()->manifest();
  want(image, manifest.part_at(offset));
  want(image, manifest.part_at({call_before(offset.value, image->facts().architecture)}));
}

void PartsAhead::want(const std::shared_ptr<const OpenImage>& image, std::uint32_t number) {
  if (number != 0 && !image->parts()->has(number)) wanted_.try_emplace({image.get(), number}, image, number);
}

void PartsAhead::fetch() {
  for (const Named& named : named_) {
    const auto [first, count] = named.image->parts()->manifest().parts_with(named.name);
    for (std::uint32_t number = first; number < first + count; ++number) want(named.image, number);
  }
  fetch_wanted();
  for (const Named& named : named_) want_functions(named);
  named_.clear();
  fetch_wanted();
}

void PartsAhead::want_functions(const Named& named) {
  const auto begins = named.image->functions_named(named.name);
  if (!begins) return;
  for (const ImageOffset begin : *begins) {
    want_place(named.image, begin);
    want_place(named.image, {begin.value + named.offset});
  }
}

// Fetches no more than the cache can hold until the frames are resolved. Errors are reported for the
// frame that needs the part.
void PartsAhead::fetch_wanted() {
  std::map<store::Shelf*, std::vector<const Part*>> shelves;
  std::uint64_t bytes = 0;
  for (const auto& [key, part] : wanted_) {
    KeptParts& parts = *part.image->parts();
    bytes += parts.manifest().size_of_part(part.number);
    if (bytes > parts.most_kept() / 4 * 3) break;
    shelves[&parts.shelf()].push_back(&part);
  }
  for (const auto& [shelf, wanted] : shelves) {
    std::vector<store::Key> keys;
    keys.reserve(wanted.size());
    for (const Part* part : wanted) keys.push_back(part->image->parts()->key_of(part->number));
    const std::vector<store::Found> found = shelf->get(keys);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      static_cast<void>(wanted[i]->image->parts()->take(wanted[i]->number, found[i]));
  }
  wanted_.clear();
}

}  // namespace symkit::symbolize
