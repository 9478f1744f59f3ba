#include "symbolize/kept_parts.h"

#include "base/words.h"
#include "store/parts.h"

namespace symkit::symbolize {

// While a part is on its way others can be had; two who want the same one may both fetch it.
Result<std::shared_ptr<const NativeImage>> KeptParts::get(std::uint32_t number) {
  if (auto image = known(number)) return image;
  const store::Key key = store::part_key(manifest_.facts().id, manifest_.checksum_of_part(number));
  const std::string place = shelf_.place_of(key);
  const auto blob = shelf_.find(key);
  if (!blob) return fail(blob.error());
  if (*blob == nullptr)
    return fail(
        say("this part of the index is missing (", place, "); prepare the image again with symprep --force"));
  const Bytes bytes = (*blob)->bytes();
  if (!manifest_.is_part(number, bytes))
    return fail(say(
        place,
        " is not the part of the index that belongs there; prepare the image again with symprep --force"));
  auto image = NativeImage::open(*blob, place);
  if (!image) return fail(image.error());
  Kept part{number, bytes.size(), std::move(*image)};
  keep(part);
  return std::move(part.image);
}

std::shared_ptr<const NativeImage> KeptParts::known(std::uint32_t number) {
  const std::scoped_lock locked(lock_);
  const auto found = by_number_.find(number);
  if (found == by_number_.end()) return nullptr;
  kept_.splice(kept_.begin(), kept_, found->second);
  return found->second->image;
}

void KeptParts::keep(Kept part) {
  const std::scoped_lock locked(lock_);
  if (by_number_.contains(part.number)) return;
  bytes_ += part.bytes;
  kept_.push_front(std::move(part));
  by_number_.emplace(kept_.front().number, kept_.begin());
  while (bytes_ > most_bytes_ && kept_.size() > 1) {
    bytes_ -= kept_.back().bytes;
    by_number_.erase(kept_.back().number);
    kept_.pop_back();
  }
}

std::size_t KeptParts::bytes() const {
  const std::scoped_lock locked(lock_);
  return bytes_;
}

}  // namespace symkit::symbolize
