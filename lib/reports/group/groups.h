// The groups that a run has found: crashes of one signature, counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "reports/group/evidence.h"
#include "reports/group/forgetting.h"
#include "reports/group/report.h"
#include "reports/group/seen.h"
#include "reports/group/signature.h"
#include "reports/group/stack_tree.h"

namespace symkit::group {

struct Group {
  Signature signature = {};
  std::uint64_t count = 0;
  std::uint64_t missed = 0;          // by how much that may be too low
  std::uint64_t logged = 0;          // of these: exceptions that a program wrote down and lived on
  std::vector<Place> examples = {};  // the first few
  Seen seen = {};
  std::string last_run = {};              // of leaks: the process that told of the last
  std::optional<Evidence> evidence = {};  // of its first report, where that is wanted
  std::optional<StackTree> tree = {};     // of its reports' stacks, where that is wanted

  std::uint64_t crashes() const { return count - logged; }
  // The reports of a group that is alike.
  void add(const Group& other);
};

// Whether it comes first in what is written: the more frequent; of equal ones crashes before warnings, and
// those that name somebody's own code before others.
bool is_before(const Group& a, const Group& b);

class Groups {
 public:
  static constexpr std::size_t most_examples = 3;

  // Where more are found the rarer half is forgotten.
  void keep_at_most(std::size_t groups) { most_ = groups; }

  // Counts the report in its group, which is given. A process that leaks at one place in several ways counts
  // once.
  Group& add(Signature signature, const Report& report);

  // All that the others have found behind what is here, in other logs or in the one that is read; they are
  // empty then.
  void add(Groups& others);

  // A log is over. Where it says of some exceptions that they ended the program, the others did not.
  void end_log();

  // By is_before; of equal ones as they were met.
  std::vector<const Group*> by_count() const;

  // Hands over all groups; reports are counted on. Within a log what it has not said yet counts as not said.
  std::vector<Group> take_all();

  std::uint64_t reports() const { return reports_; }
  // Of these: whose frames are places in images alone.
  std::uint64_t nameless() const { return nameless_; }
  // Of these: that have no frame, so that what was said is all they are known by.
  std::uint64_t frameless() const { return frameless_; }
  const Forgotten& forgotten() const { return forgotten_; }
  std::size_t size() const { return groups_.size(); }

 private:
  Group& of(Signature signature);
  Group& put(Group group);
  Group& join(Group& other);
  std::size_t number_of(const Group& group) const {
    return static_cast<std::size_t>(&group - groups_.data());
  }
  void forget_rarest();

  std::size_t most_ = SIZE_MAX;
  std::vector<Group> groups_;
  std::unordered_map<std::string, std::size_t> by_key_;
  std::map<std::size_t, std::uint64_t> maybe_logged_;  // in this log, by group
  bool has_fatal_exception_ = false;
  std::uint64_t reports_ = 0;
  std::uint64_t nameless_ = 0;
  std::uint64_t frameless_ = 0;
  Forgotten forgotten_;
};

}  // namespace symkit::group
