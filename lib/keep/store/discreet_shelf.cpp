#include "keep/store/discreet_shelf.h"

namespace symkit::store {

namespace {

constexpr std::chrono::seconds a_while{30};

}  // namespace

void DiscreetShelf::tell(const std::string& message) const {
  {
    const std::scoped_lock locked(lock_);
    const auto now = std::chrono::steady_clock::now();
    if (message == told_ && now - told_at_ < a_while) return;
    told_ = message;
    told_at_ = now;
  }
  tell_(message);
}

template <class Value>
Result<Value> DiscreetShelf::discreet(Result<Value> result) const {
  if (result) return result;
  tell(result.error().message);
  return fail(std::string(trouble_for_strangers));
}

std::vector<Found> DiscreetShelf::get(std::span<const Key> keys) {
  std::vector<Found> found = ForwardingShelf::get(keys);
  for (Found& one : found) one = discreet(std::move(one));
  return found;
}

Result<void> DiscreetShelf::put(const Key& key, std::span<const Bytes> pieces) {
  return discreet(ForwardingShelf::put(key, pieces));
}

Result<std::vector<ImageId>> DiscreetShelf::ids(index::Kind kind) {
  return discreet(ForwardingShelf::ids(kind));
}

std::vector<Shelf::Ids> DiscreetShelf::ids_like_each(std::span<const Key> keys) {
  std::vector<Ids> likes = ForwardingShelf::ids_like_each(keys);
  for (Ids& one : likes) one = discreet(std::move(one));
  return likes;
}

Result<Shelf::OfName> DiscreetShelf::of_name(std::string_view name_asked, index::Kind kind) {
  return discreet(ForwardingShelf::of_name(name_asked, kind));
}

std::string DiscreetShelf::trouble() const {
  return ForwardingShelf::trouble().empty() ? std::string() : std::string(trouble_for_strangers);
}

}  // namespace symkit::store
