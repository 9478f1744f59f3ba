// The groups that a run has found: crashes of one signature, counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "group/report.h"
#include "group/seen.h"
#include "group/signature.h"

namespace symkit::group {

struct Group {
  Signature signature = {};
  std::uint64_t count = 0;
  std::uint64_t logged = 0;          // of these: exceptions that a program wrote down and lived on
  std::vector<Place> examples = {};  // the first few
  Seen seen = {};
  std::string last_run = {};  // of leaks: the process that told of the last

  std::uint64_t crashes() const { return count - logged; }
};

class Groups {
 public:
  static constexpr std::size_t most_examples = 3;

  // Counts the report in its group. A process that leaks at one place in several ways counts once.
  void add(Signature signature, const Report& report);

  // A log is over. Where it says of some exceptions that they ended the program, the others did not.
  void end_log();

  // Most frequent first; of equal ones crashes before warnings, those that name somebody's own code before
  // others, and then as they were met.
  std::vector<const Group*> by_count() const;

  std::uint64_t reports() const { return reports_; }
  // Of these: whose frames are places in images alone.
  std::uint64_t nameless() const { return nameless_; }
  std::size_t size() const { return groups_.size(); }

 private:
  std::vector<Group> groups_;
  std::unordered_map<std::string, std::size_t> by_key_;
  std::map<std::size_t, std::uint64_t> maybe_logged_;  // in this log, by group
  bool has_fatal_exception_ = false;
  std::uint64_t reports_ = 0;
  std::uint64_t nameless_ = 0;
};

}  // namespace symkit::group
