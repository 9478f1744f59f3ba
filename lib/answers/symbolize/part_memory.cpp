#include "answers/symbolize/part_memory.h"

#include <utility>

namespace symkit::symbolize {

PartMemory& PartMemory::of_process() {
  static PartMemory memory(most_of_process);
  return memory;
}

std::shared_ptr<const NativeImage> PartMemory::find(Key key) {
  const std::scoped_lock locked(lock_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return nullptr;
  order_.splice(order_.begin(), order_, found->second);
  return found->second->image;
}

void PartMemory::keep(Key key, std::size_t bytes, std::shared_ptr<const NativeImage> image) {
  bytes += sizeof(NativeImage);
  const std::scoped_lock locked(lock_);
  if (by_key_.contains(key)) return;
  bytes_ += bytes;
  order_.push_front({key, bytes, std::move(image)});
  by_key_.emplace(key, order_.begin());
  while (bytes_ > most_bytes_ && order_.size() > 1) drop(std::prev(order_.end()));
}

void PartMemory::forget(std::uint64_t keeper) {
  const std::scoped_lock locked(lock_);
  const auto end = by_key_.lower_bound({keeper + 1, 0});
  for (auto at = by_key_.lower_bound({keeper, 0}); at != end;) drop((at++)->second);
}

void PartMemory::drop(Order::iterator kept) {
  bytes_ -= kept->bytes;
  by_key_.erase(kept->key);
  order_.erase(kept);
}

std::size_t PartMemory::bytes() const {
  const std::scoped_lock locked(lock_);
  return bytes_;
}

}  // namespace symkit::symbolize
