// Logs read into groups.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/result.h"
#include "group/evidence.h"
#include "group/groups.h"
#include "group/raw_frames.h"
#include "group/rules.h"
#include "group/stack_tree.h"
#include "group/why.h"
#include "symgroup/inputs.h"

namespace symkit::symgroup {

// Gives logs, one after the other.
using Feed = std::function<Result<InputTally>(const TakeLog& take)>;

// Which of what is kept by group a run needs.
struct Wanted {
  bool evidence = false;
  bool trees = false;
};

struct Reading {
  group::Groups groups = {};
  std::unordered_map<std::string, group::Evidence> evidence = {};  // of each group's first report, by its id
  std::unordered_map<std::string, group::StackTree> trees = {};    // of a group's reports, by its id
  InputTally inputs = {};
  std::uint64_t lines = 0;
  Result<void> done = {};  // an error ends the reading: what was read before it still counts
};

// `raw`: null: frames keep the names that the logs have.
Reading read_logs(const Feed& feed, const Wanted& wanted, const group::Rules& rules, group::RawFrames* raw);

// The report that counts most: the first of somebody's own code, else the first; nothing where there is none.
Result<std::optional<group::Explained>> explain_logs(const Feed& feed, const group::Rules& rules,
                                                     group::RawFrames* raw);

// At the end, on standard error.
void print_summary(const Reading& reading);

}  // namespace symkit::symgroup
