#include "answers/sourcemap/twin_maps.h"

#include "ground/base/words.h"

namespace symkit::sourcemap {

void TwinMaps::begin() {
  last_ = nullptr;
  found_.clear();
}

const FoundMap& TwinMaps::find(std::string_view url) {
  if (last_ != nullptr && last_->first == url) return last_->second;
  auto known = found_.find(url);
  if (known == found_.end()) {
    // An endless log may name any number of files.
    constexpr std::size_t most = 10'000;
    if (found_.size() >= most) begin();
    known = found_.emplace(url, ask(url)).first;
  }
  last_ = &*known;
  return last_->second;
}

FoundMap TwinMaps::ask(std::string_view url) {
  const std::scoped_lock locked(lock_);
  FoundMap found = maps_.find(url);
  if (found.map == nullptr) return found;
  auto& twin = twins_[found.map];
  if (twin == nullptr) twin = found.map->twin();
  if (twin == nullptr) return {nullptr, say(found.map->path(), ": cannot be read again")};
  found.map = twin.get();
  return found;
}

}  // namespace symkit::sourcemap
