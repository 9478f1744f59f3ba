#include "keep/store/shelf_parts.h"

#include <utility>
#include <vector>

#include "ground/base/words.h"

namespace symkit::store {

// Anything that does not fit is requested separately later.
void ForeseenParts::expect(const Key& key, std::uint64_t bytes) {
  const std::scoped_lock locked(lock_);
  if (expected_bytes_ + bytes > most_bytes || at_hand_.contains(key)) return;
  if (expected_.insert(key).second) expected_bytes_ += bytes;
}

Found ForeseenParts::get(const Key& key) {
  const std::scoped_lock locked(lock_);
  if (auto known = at_hand_.extract(key); !known.empty()) return std::move(known.mapped());
  // Parts that were not used before others are expected were expected wrongly.
  if (!expected_.empty()) at_hand_.clear();
  expected_.insert(key);
  expected_bytes_ = 0;
  const std::set<Key> wanted = std::exchange(expected_, {});
  const std::vector<Key> keys(wanted.begin(), wanted.end());
  std::vector<Found> found = shelf_.get(keys);
  for (std::size_t i = 0; i < keys.size(); ++i) at_hand_.emplace(keys[i], std::move(found[i]));
  return std::move(at_hand_.extract(key).mapped());
}

Result<io::SharedBlob> ShelfParts::get(const index::PartSeal& part) {
  constexpr std::string_view put_again = "; prepare it again with symprep --force";
  const Key key = key_of(part);
  Found found = ahead_.get(key);
  if (!found) return found;
  const std::string place = ahead_.shelf().place_of(key);
  if (*found == nullptr) return fail(say("this part of the index is missing (", place, ')', put_again));
  if (!part.fits((*found)->bytes()))
    return fail(say(place, " is not the part of the index that belongs there", put_again));
  return found;
}

}  // namespace symkit::store
