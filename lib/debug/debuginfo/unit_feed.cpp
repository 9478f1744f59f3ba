#include "debug/debuginfo/unit_feed.h"

#include <algorithm>
#include <utility>

namespace symkit::debuginfo {

void UnitFeed::add(Bytes info, Endian endian, std::size_t final_bytes) {
  const std::scoped_lock lock(mutex_);
  reader_.read(info, endian, final_bytes, list_);
  changed_.notify_all();
}

void UnitFeed::finish() {
  const std::scoped_lock lock(mutex_);
  for (std::size_t i = list_.units.size(); i > handed_out_; --i)
    order_.push_back(static_cast<std::uint32_t>(i - 1));
  std::ranges::stable_sort(order_, {},
                           [this](std::uint32_t i) { return list_.units[i].end - list_.units[i].offset; });
  whole_ = true;
  changed_.notify_all();
}

void UnitFeed::take(dwarf::UnitList list) {
  {
    const std::scoped_lock lock(mutex_);
    list_ = std::move(list);
  }
  finish();
}

std::optional<dwarf::UnitHeader> UnitFeed::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return whole_ || handed_out_ < list_.units.size(); });
  if (!whole_) return list_.units[handed_out_++];
  if (order_.empty()) return std::nullopt;
  const std::uint32_t number = order_.back();
  order_.pop_back();
  return list_.units[number];
}

void UnitFeed::until_whole() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return whole_; });
}

}  // namespace symkit::debuginfo
