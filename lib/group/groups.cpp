#include "group/groups.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/words.h"

namespace symkit::group {

void Groups::add(Signature signature, const Report& report) {
  const auto [at, is_new] = by_key_.try_emplace(signature.key, groups_.size());
  if (is_new) groups_.push_back({.signature = std::move(signature)});
  Group& group = groups_[at->second];
  if (report.kind.ends_with("leak")) {
    std::string run = say(report.place.log, '\n', report.process);
    if (group.last_run == run) return;
    group.last_run = std::move(run);
  }
  ++reports_;
  if (group.signature.lacks_names) ++nameless_;
  ++group.count;
  if (report.circumstances.any()) group.seen.add(report.circumstances);
  if (group.examples.size() < most_examples) group.examples.push_back(report.place);
  if (report.exception == Exception::Fatal) has_fatal_exception_ = true;
  if (report.exception == Exception::Unknown) ++maybe_logged_[at->second];
}

void Groups::end_log() {
  if (has_fatal_exception_)
    for (const auto& [group, times] : maybe_logged_) groups_[group].logged += times;
  has_fatal_exception_ = false;
  maybe_logged_.clear();
}

std::vector<const Group*> Groups::by_count() const {
  std::vector<const Group*> sorted;
  sorted.reserve(groups_.size());
  for (const Group& group : groups_) sorted.push_back(&group);
  // They lie one behind the other as they were met.
  const auto rank = [](const Group* group) {
    return std::tuple(group->crashes(), group->signature.is_crash, group->signature.is_own, group->logged);
  };
  std::ranges::sort(sorted, [&](const Group* a, const Group* b) {
    const auto left = rank(a), right = rank(b);
    return left == right ? a < b : left > right;
  });
  return sorted;
}

}  // namespace symkit::group
