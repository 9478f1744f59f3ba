#include "answers/symbolize/kept_parts.h"

#include "ground/base/words.h"
#include "keep/store/parts.h"

namespace symkit::symbolize {

store::Key KeptParts::key_of(std::uint32_t number) const {
  return store::part_key(manifest_.facts().id, manifest_.checksum_of_part(number));
}

// Fetched without a lock, so that other parts are available meanwhile; two threads may fetch the same
// part.
Result<std::shared_ptr<const NativeImage>> KeptParts::get(std::uint32_t number) {
  if (auto image = memory_.find({keeper_, number})) return image;
  return take(number, shelf_.find(key_of(number)));
}

Result<std::shared_ptr<const NativeImage>> KeptParts::take(std::uint32_t number, const store::Found& found) {
  if (!found) return fail(found.error());
  const std::string place = shelf_.place_of(key_of(number));
  if (*found == nullptr)
    return fail(
        say("this part of the index is missing (", place, "); prepare the image again with symprep --force"));
  const Bytes bytes = (*found)->bytes();
  if (!manifest_.is_part(number, bytes))
    return fail(say(
        place,
        " is not the part of the index that belongs there; prepare the image again with symprep --force"));
  auto opened = NativeImage::open(*found, place);
  if (!opened) return fail(opened.error());
  std::shared_ptr<const NativeImage> image = std::move(*opened);
  memory_.keep({keeper_, number}, bytes.size(), image);
  return image;
}

}  // namespace symkit::symbolize
