// What earlier runs have found, in a file: which groups are new, which have returned after a run without
// them, and which are gone since the last one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "group/groups.h"

namespace symkit::group {

enum class Since : std::uint8_t {
  New,       // never seen before
  Returned,  // seen before, but not in the last run
  Known,     // in the last run, too
};

struct KnownGroup {
  std::string id = {};
  std::uint64_t count = 0;  // in all runs
  std::uint64_t first_run = 0;
  std::uint64_t last_run = 0;
  std::string signature = {};
};

class State {
 public:
  // A file that is not there is a state without groups. Errors name the file and its line.
  static Result<State> read(const std::string& path);

  Since since(std::string_view id) const;
  // Groups of the last run that this one does not have, in the order of their ids.
  std::vector<const KnownGroup*> vanished(const Groups& now) const;

  // Takes over what was found in a run.
  void add_run(const Groups& now);
  Result<void> write(const std::string& path) const;

 private:
  Result<void> read_line(std::string_view line);

  std::uint64_t runs_ = 0;
  std::map<std::string, KnownGroup, std::less<>> groups_;
};

std::string_view word_for(Since since);

}  // namespace symkit::group
