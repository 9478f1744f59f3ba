// Groups of crashes that are alike, over many runs: what a run finds joins those of earlier ones, or is a new
// one, under the id of its most frequent member then. Within what is taken at once order does not matter;
// what was there before is never parted, nor put together. Memory is bounded: of each so many members are
// kept, drawn by their ids, and of families the most frequent.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reports/group/groups.h"
#include "reports/group/state.h"

namespace symkit::group {

// What a run has of one.
struct Family {
  Group whole = {};  // under the family's id
  Since since = Since::New;
  std::uint64_t most_of_one = 0;          // reports of the group whose signature it shows
  std::vector<std::string> members = {};  // ids, the first so many by alphabet
  std::uint64_t members_more = 0;         // at least: one that comes again later counts again

  void add(const Group& group);
};

class Families {
 public:
  struct Limits {
    std::size_t families = State::most_similar;
    std::size_t members = 8;  // of a family
  };
  static constexpr std::size_t most_told = 100;  // members of one

  // What is known is kept in the state, which must outlive this.
  explicit Families(State& state) : Families(state, Limits{}) {}
  Families(State& state, Limits limits) : state_(state), limits_(limits) {}

  // All groups of a run, or so many that no more find room.
  void take(const std::vector<Group>& groups);

  // Of this run, most frequent first; of equal ones by id.
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
