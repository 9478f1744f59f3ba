// A file of what earlier runs have found: it shows which groups are new, which have returned after a run
// without them, and which are gone since the last run. For groups of similar crashes it holds some
// members, with which new ones are compared.
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
  std::uint64_t missed = 0;  // by how much the count may be too low
  std::uint64_t first_run = 0;
  std::uint64_t last_run = 0;
  std::uint64_t run_before = 0;  // the last run before that, not counting the current one; 0: none
  std::string signature = {};
  std::vector<Outline> members = {};  // of a group of similar crashes
};

class State {
 public:
  // The limits: above them the rarer half is forgotten.
  static constexpr std::size_t most_exact = 100'000, most_similar = 10'000;

  explicit State(By by) : by_(by) {}

  // A file that does not exist is a state without groups. Errors name the file and its line.
  static Result<State> read(const std::string& path, By by);
  Result<void> write(const std::string& path) const;
  // The same for the text of a file. Errors are those of read() without the name.
  static Result<State> of_text(std::string_view text, By by);
  std::string text() const;

  // Compared with the state before the current run.
  Since since(std::string_view id) const;
  // Groups of the last run that the current one does not have, in the order of their ids.
  std::vector<const KnownGroup*> vanished(const std::function<bool(const std::string& id)>& is_there) const;

  // Adds what the run has found of one group.
  KnownGroup& add(const std::string& id, const Group& found);
  // Adds everything that a run has found, and ends the run.
  void add_run(const Groups& now);
  void end_run();
  // Keeps this many groups; those of the current run may be among the forgotten.
  void forget_rarest(std::size_t stay);

  const std::map<std::string, KnownGroup, std::less<>>& groups() const { return groups_; }
  // Since the state was read.
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
  std::uint64_t most_forgotten_ = 0;  // the highest count of reports that this or an earlier run forgot
};

std::string_view word_for(Since since);

}  // namespace symkit::group
