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
  std::uint64_t logged = 0;          // of these: exceptions that a program logged and survived
  std::vector<Place> examples = {};  // the first few
  Seen seen = {};
  std::string last_run = {};              // for leaks: the process that reported the last one
  std::optional<Evidence> evidence = {};  // of its first report, if wanted
  std::optional<StackTree> tree = {};     // of its reports' stacks, if wanted

  std::uint64_t crashes() const { return count - logged; }
  // Adds the reports of a similar group.
  void add(const Group& other);
};

// Whether `a` is listed before `b`: the more frequent first; among equals crashes before warnings, and
// groups with a project's own code before others.
bool is_before(const Group& a, const Group& b);

class Groups {
 public:
  static constexpr std::size_t most_examples = 3;

  // If more groups are found, the rarer half is forgotten.
  void keep_at_most(std::size_t groups) { most_ = groups; }

  // Counts the report in its group and returns the group. A process that leaks at one place in several
  // ways counts once.
  Group& add(Signature signature, const Report& report);

  // Adds everything that `others` have found, in other logs or later in the current one, and empties
  // them.
  void add(Groups& others);

  // The log has ended. If it says that some exceptions ended the program, the others did not.
  void end_log();

  // Everything has been read: takes the frames of handlers off that only many crashes of one program show.
  // Until then nothing is known of them, so ids of such crashes depend on what is read together.
  void take_shared_handlers_off();

  // Ordered by is_before; equal groups in the order in which they were found.
  std::vector<const Group*> by_count() const;

  // Hands over all groups; reports continue to be counted. If the current log has not yet said which
  // exceptions ended the program, they count as if it never did.
  std::vector<Group> take_all();

  std::uint64_t reports() const { return reports_; }
  // Of the reports: those whose frames are all places in images without names.
  std::uint64_t nameless() const { return nameless_; }
  // Of the reports: those without a frame, known only by their message.
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
  std::map<std::size_t, std::uint64_t> maybe_logged_;  // in the current log, by group
  bool has_fatal_exception_ = false;
  std::uint64_t reports_ = 0;
  std::uint64_t nameless_ = 0;
  std::uint64_t frameless_ = 0;
  Forgotten forgotten_;
};

}  // namespace symkit::group
