#include "group/seen.h"

#include <algorithm>

namespace symkit::group {

void Tallied::add(const std::string& word) {
  if (word.empty()) return;
  const auto at = times_.find(word);
  if (at != times_.end())
    ++at->second;
  else if (times_.size() < most)
    times_.emplace(word, 1);
  else
    ++others_;
}

void Tallied::add(const Tallied& other) {
  for (const auto& [word, times] : other.times_) {
    if (times_.size() < most || times_.contains(word))
      times_[word] += times;
    else
      others_ += times;
  }
  others_ += other.others_;
}

void Seen::add(const Circumstances& circumstances) {
  versions.add(circumstances.version);
  devices.add(circumstances.device);
  if (!circumstances.time) return;
  constexpr std::int64_t day = 86'400;
  const std::int64_t time = *circumstances.time;
  first = std::min(first.value_or(time), time);
  last = std::max(last.value_or(time), time);
  const std::int64_t number = time / day;
  if (days.size() < most_days || days.contains(number)) ++days[number];
}

void Seen::add(const Seen& other) {
  versions.add(other.versions);
  devices.add(other.devices);
  for (const auto& [number, times] : other.days)
    if (days.size() < most_days || days.contains(number)) days[number] += times;
  if (other.first) first = std::min(first.value_or(*other.first), *other.first);
  if (other.last) last = std::max(last.value_or(*other.last), *other.last);
}

}  // namespace symkit::group
