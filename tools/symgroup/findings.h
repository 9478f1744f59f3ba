// What a run has found, ready to be written in any form.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "group/groups.h"
#include "group/stack_tree.h"
#include "group/state.h"
#include "symgroup/options.h"
#include "symgroup/owners.h"
#include "symgroup/suspects.h"

namespace symkit::symgroup {

struct Finding {
  const group::Group* group = nullptr;
  std::vector<const group::Group*> members = {};  // of a cluster; else empty
  std::string owner = {};
  std::string_view state = {};         // "new", "known": where that is kept
  const Suspects* suspects = nullptr;  // null: nobody was asked
};

struct Findings {
  std::uint64_t reports = 0;
  std::vector<Finding> groups = {};  // most frequent first
  std::vector<const group::KnownGroup*> vanished = {};
  bool has_new = false;
  // What those point to.
  std::deque<group::Group> merged = {};
  std::deque<Suspects> suspects = {};
  std::unordered_map<std::string, group::StackTree> trees = {};  // by the group's id, where they are shown
};

// Both must outlive them. `state`: null where none is kept.
Findings findings_of(const group::Groups& groups, By by, const group::State* state);

// What was seen of each group's stacks: those of a cluster's members become one.
void take_trees(Findings& findings, const std::unordered_map<std::string, group::StackTree>& trees);

// For the first so many groups. Null: nobody is asked.
void find_people(Findings& findings, Owners* owners, Blame* blame, std::size_t most);

}  // namespace symkit::symgroup
