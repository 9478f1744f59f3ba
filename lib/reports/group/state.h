// What earlier runs have found, in a file: which groups are new, which have returned after a run without
// them, and which are gone since the last one. Of groups that are alike it holds some members, which new ones
// are held against.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "reports/group/forgetting.h"
#include "reports/group/groups.h"
#include "reports/group/outline.h"

namespace symkit::group {

enum class By : std::uint8_t { Exact, Similar };

enum class Since : std::uint8_t {
  New,       // never seen before
  Returned,  // seen before, but not in the last run
  Known,     // in the last run, too
};

struct KnownGroup {
  std::string id = {};
  std::uint64_t count = 0;   // in all runs
  std::uint64_t missed = 0;  // by how much that may be too low
  std::uint64_t first_run = 0;
  std::uint64_t last_run = 0;
  std::uint64_t run_before = 0;  // the last one before that which is not over; 0: none
  std::string signature = {};
  std::vector<Outline> members = {};  // of those that are alike
};

class State {
 public:
  // More are not kept: the rarer half is forgotten.
  static constexpr std::size_t most_exact = 100'000, most_similar = 10'000;

  explicit State(By by) : by_(by) {}

  // A file that is not there is a state without groups. Errors name the file and its line.
  static Result<State> read(const std::string& path, By by);
  Result<void> write(const std::string& path) const;
  // The same of a file's text. Errors are those of read() behind the name.
  static Result<State> of_text(std::string_view text, By by);
  std::string text() const;

  // As it was before the run that is not over.
  Since since(std::string_view id) const;
  // Groups of the last run that this one does not have, in the order of their ids.
  std::vector<const KnownGroup*> vanished(const std::function<bool(const std::string& id)>& is_there) const;

  // What the run has found of one group.
  KnownGroup& add(const std::string& id, const Group& found);
  // Takes over all that was found in a run, which is over.
  void add_run(const Groups& now);
  void end_run();
  // Keeps so many; of the run that is not over there may be some among the others.
  void forget_rarest(std::size_t stay);

  const std::map<std::string, KnownGroup, std::less<>>& groups() const { return groups_; }
  // Since it was read.
  const Forgotten& forgotten() const { return forgotten_; }

 private:
  Result<void> read_line(std::string_view line);
  Result<void> read_group(std::string_view line);
  Result<void> read_member(std::string_view line);

  By by_;
  std::uint64_t runs_ = 0;
  std::map<std::string, KnownGroup, std::less<>> groups_;
  KnownGroup* last_read_ = nullptr;
  Forgotten forgotten_;
  std::uint64_t most_forgotten_ = 0;  // reports that a group may have had which this or an earlier run forgot
};

std::string_view word_for(Since since);

}  // namespace symkit::group
