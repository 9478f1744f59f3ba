#include "reports/group/seen.h"

#include <algorithm>

namespace symkit::group {

void Tallied::add(const std::string& word) {
  if (!word.empty()) add(word, 1);
}

void Tallied::add(const std::string& word, std::uint64_t times) {
  const bool has_room = times_.size() < most || times_.contains(word);
  (!word.empty() && has_room ? times_[word] : others_) += times;
}

void Tallied::add(const Tallied& other) {
  for (const auto& [word, times] : other.times_) add(word, times);
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
