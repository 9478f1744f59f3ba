// Groups of similar crashes over many runs. A group that a run finds joins an earlier family or becomes a
// new one, whose id is that of its most frequent member at that time. Within one call the order of groups
// does not matter; earlier families are never split or merged. Memory is bounded: a limited number of
// members is kept of each family, chosen by their ids, and only the most frequent families.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reports/group/groups.h"
#include "reports/group/state.h"

namespace symkit::group {

// What a run has found of a family.
struct Family {
  Group whole = {};  // under the family's id
  Since since = Since::New;
  std::uint64_t most_of_one = 0;          // reports of the group whose signature is shown
  std::vector<std::string> members = {};  // ids, the first few in alphabetical order
  std::uint64_t members_more = 0;         // at least this many: a member that comes again later counts again

  void add(const Group& group);
};

class Families {
 public:
  struct Limits {
    std::size_t families = State::most_similar;
    std::size_t members = 8;  // of a family
  };
  static constexpr std::size_t most_told = 100;  // members of a family that are listed

  // Earlier families are kept in the state, which must outlive this.
  explicit Families(State& state) : Families(state, Limits{}) {}
  Families(State& state, Limits limits) : state_(state), limits_(limits) {}

  // Takes all groups of a run, or a part of them if no more fit in memory.
  void take(const std::vector<Group>& groups);

  // The families of this run, most frequent first; equally frequent ones by id.
  std::vector<const Family*> by_count() const;
  bool has(const std::string& id) const { return found_.contains(id); }

 private:
  void join(const std::string& id, const std::vector<const Group*>& groups);
  void keep_members(KnownGroup& known, const std::vector<const Group*>& groups) const;

  State& state_;
  Limits limits_;
  std::map<std::string, Family> found_;  // in this run
};

}  // namespace symkit::group
