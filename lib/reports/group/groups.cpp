#include "reports/group/groups.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "ground/base/words.h"
#include "reports/group/shared_handlers.h"

namespace symkit::group {

void Group::add(const Group& other) {
  count += other.count;
  missed += other.missed;
  logged += other.logged;
  seen.add(other.seen);
  for (const Place& place : other.examples)
    if (examples.size() < Groups::most_examples) examples.push_back(place);
  if (!evidence) evidence = other.evidence;
  if (tree && other.tree) tree->add(*other.tree);
}

bool is_before(const Group& a, const Group& b) {
  const auto rank = [](const Group& group) {
    return std::tuple(group.crashes(), group.signature.is_crash, group.signature.is_own, group.logged);
  };
  return rank(b) < rank(a);
}

Group& Groups::of(Signature signature) {
  if (const auto at = by_key_.find(signature.key); at != by_key_.end()) return groups_[at->second];
  return put({.signature = std::move(signature)});
}

Group& Groups::put(Group group) {
  if (groups_.size() >= most_) forget_rarest();
  by_key_.emplace(group.signature.key, groups_.size());
  group.missed += forgotten_.most;
  groups_.push_back(std::move(group));
  return groups_.back();
}

Group& Groups::add(Signature signature, const Report& report) {
  Group& group = of(std::move(signature));
  if (report.kind.ends_with("leak")) {
    std::string run = say(report.place.log, '\n', report.process);
    if (group.last_run == run) return group;
    group.last_run = std::move(run);
  }
  ++reports_;
  if (group.signature.lacks_names) ++nameless_;
  if (!report.has_frames()) ++frameless_;
  ++group.count;
  if (report.circumstances.any()) group.seen.add(report.circumstances);
  if (group.examples.size() < most_examples) group.examples.push_back(report.place);
  if (report.exception == Exception::Fatal) has_fatal_exception_ = true;
  if (report.exception == Exception::Unknown) ++maybe_logged_[number_of(group)];
  return group;
}

void Groups::add(Groups& others) {
  Groups theirs = std::exchange(others, {});
  others.most_ = theirs.most_;
  for (std::size_t i = 0; i < theirs.groups_.size(); ++i) {
    Group& ours = join(theirs.groups_[i]);
    if (const auto times = theirs.maybe_logged_.find(i); times != theirs.maybe_logged_.end())
      maybe_logged_[number_of(ours)] += times->second;
  }
  has_fatal_exception_ = has_fatal_exception_ || theirs.has_fatal_exception_;
  reports_ += theirs.reports_;
  nameless_ += theirs.nameless_;
  frameless_ += theirs.frameless_;
  forgotten_.add(theirs.forgotten_);
}

Group& Groups::join(Group& other) {
  const auto at = by_key_.find(other.signature.key);
  if (at == by_key_.end()) return put(std::move(other));
  Group& ours = groups_[at->second];
  ours.add(other);
  if (!other.last_run.empty()) ours.last_run = std::move(other.last_run);
  return ours;
}

void Groups::end_log() {
  if (has_fatal_exception_)
    for (const auto& [group, times] : maybe_logged_) groups_[group].logged += times;
  has_fatal_exception_ = false;
  maybe_logged_.clear();
}

void Groups::take_shared_handlers_off() {
  const std::vector<std::size_t> shared = frames_of_shared_handlers(groups_);
  if (std::ranges::all_of(shared, [](std::size_t frames) { return frames == 0; })) return;
  std::vector<Group> all = std::exchange(groups_, {});
  by_key_.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    Group& group = all[i];
    if (shared[i] != 0) group.signature = without_first(std::move(group.signature), shared[i]);
    if (const auto at = by_key_.find(group.signature.key); at != by_key_.end()) {
      groups_[at->second].add(group);
      continue;
    }
    by_key_.emplace(group.signature.key, groups_.size());
    groups_.push_back(std::move(group));
  }
}

void Groups::forget_rarest() {
  std::vector<Tallying> all;
  all.reserve(groups_.size());
  for (const Group& group : groups_) all.push_back({group.signature.id, group.count, group.missed});
  const auto gone = rarest(all, most_ / 2, forgotten_);
  by_key_.clear();
  std::map<std::size_t, std::uint64_t> maybe_logged;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (gone[i]) continue;
    if (const auto at = maybe_logged_.find(i); at != maybe_logged_.end()) maybe_logged[kept] = at->second;
    if (i != kept) groups_[kept] = std::move(groups_[i]);
    by_key_.emplace(groups_[kept].signature.key, kept);
    ++kept;
  }
  groups_.resize(kept);
  maybe_logged_ = std::move(maybe_logged);
}

std::vector<Group> Groups::take_all() {
  const bool has_fatal_exception = has_fatal_exception_;
  end_log();
  has_fatal_exception_ = has_fatal_exception;
  by_key_.clear();
  return std::exchange(groups_, {});
}

std::vector<const Group*> Groups::by_count() const {
  std::vector<const Group*> sorted;
  sorted.reserve(groups_.size());
  for (const Group& group : groups_) sorted.push_back(&group);
  // Groups are stored in the order in which they were met.
  std::ranges::sort(sorted, [](const Group* a, const Group* b) {
    return is_before(*a, *b) || (!is_before(*b, *a) && a < b);
  });
  return sorted;
}

}  // namespace symkit::group
