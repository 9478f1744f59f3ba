#include "reports/group/families.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "reports/group/alike.h"
#include "reports/group/outline.h"

namespace symkit::group {

namespace {

// The members of families, and groups that belong to no family yet.
struct Gathered {
  std::vector<const KnownGroup*> families;  // by number
  std::deque<Outline> outlines;             // of the groups
  std::vector<const Group*> groups;         // by place in `compared`; null: an earlier member
  std::vector<Compared> compared;
  std::vector<std::pair<const KnownGroup*, const Group*>> members;  // groups that are earlier members
};

Gathered gathered(const State& state, const std::vector<Group>& groups) {
  Gathered all;
  std::unordered_map<std::string_view, const KnownGroup*> family_of;
  for (const auto& [id, family] : state.groups()) {
    for (const Outline& member : family.members) {
      if (!family_of.emplace(member.id, &family).second) continue;
      all.compared.push_back({.outline = &member, .family = all.families.size()});
      all.groups.push_back(nullptr);
    }
    all.families.push_back(&family);
  }
  for (const Group& group : groups) {
    if (const auto at = family_of.find(group.signature.id); at != family_of.end()) {
      all.members.emplace_back(at->second, &group);
      continue;
    }
    all.outlines.push_back(outline_of(group.signature));
    all.compared.push_back({.outline = &all.outlines.back()});
    all.groups.push_back(&group);
  }
  return all;
}

}  // namespace

void Family::add(const Group& group) {
  const bool is_first = whole.count == 0;
  const std::string id = whole.signature.id;
  const std::uint64_t missed = whole.missed;
  if (is_first)
    whole = group;
  else
    whole.add(group);
  whole.missed = missed + group.missed;
  if (is_first || group.count > most_of_one) {
    most_of_one = group.count;
    whole.signature = group.signature;
  }
  whole.signature.id = id;
  const auto at = std::ranges::lower_bound(members, group.signature.id);
  if (at != members.end() && *at == group.signature.id) return;
  members.insert(at, group.signature.id);
  if (members.size() <= Families::most_told) return;
  members.pop_back();
  ++members_more;
}

void Families::take(const std::vector<Group>& groups) {
  const Gathered all = gathered(state_, groups);
  std::map<std::string, std::vector<const Group*>> joining;  // by family
  for (const auto& [family, group] : all.members) joining[family->id].push_back(group);
  for (const auto& places : alike(all.compared)) {
    std::vector<const Group*> members;
    const KnownGroup* family = nullptr;
    for (const std::size_t place : places) {
      if (all.groups[place] != nullptr)
        members.push_back(all.groups[place]);
      else
        family = all.families[all.compared[place].family];
    }
    if (members.empty()) continue;
    const auto first = std::ranges::min_element(members, [](const Group* a, const Group* b) {
      return std::tie(b->count, a->signature.id) < std::tie(a->count, b->signature.id);
    });
    auto& list = joining[family != nullptr ? family->id : (*first)->signature.id];
    list.insert(list.end(), members.begin(), members.end());
  }
  for (auto& [id, members] : joining) join(id, members);
  if (state_.groups().size() <= limits_.families) return;
  state_.forget_rarest(limits_.families / 2);
  std::erase_if(found_, [&](const auto& family) { return !state_.groups().contains(family.first); });
}

void Families::join(const std::string& id, const std::vector<const Group*>& groups) {
  const auto [at, is_new] = found_.try_emplace(id);
  Family& family = at->second;
  if (is_new) {
    family.since = state_.since(id);
    family.whole.signature.id = id;
  }
  KnownGroup* known = nullptr;
  for (const Group* group : groups) {
    known = &state_.add(id, *group);
    // A new family may be one that was forgotten.
    if (is_new && family.since == Since::New && family.whole.count == 0) family.whole.missed = known->missed;
    family.add(*group);
  }
  known->signature = family.whole.signature.text;
  keep_members(*known, groups);
}

// The member that gave the family its id is kept; the others are those with the smallest ids. Ids are as
// good as random and do not depend on the order of arrival.
void Families::keep_members(KnownGroup& known, const std::vector<const Group*>& groups) const {
  const auto rank = [&](const Outline& outline) { return std::tuple(outline.id != known.id, outline.id); };
  for (const Group* group : groups) {
    const bool is_kept =
        std::ranges::any_of(known.members, [&](const Outline& one) { return one.id == group->signature.id; });
    if (is_kept) continue;
    known.members.push_back(outline_of(group->signature));
    std::ranges::sort(known.members, {}, rank);
    if (known.members.size() > limits_.members) known.members.pop_back();
  }
}

std::vector<const Family*> Families::by_count() const {
  std::vector<const Family*> all;
  all.reserve(found_.size());
  for (const auto& [id, family] : found_) all.push_back(&family);
  std::ranges::sort(all, [](const Family* a, const Family* b) {
    const std::uint64_t left = a->whole.crashes(), right = b->whole.crashes();
    return left == right ? a->whole.signature.id < b->whole.signature.id : left > right;
  });
  return all;
}

}  // namespace symkit::group
