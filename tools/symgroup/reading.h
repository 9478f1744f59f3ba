// Logs read into groups.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/result.h"
#include "common/console.h"
#include "group/evidence.h"
#include "group/groups.h"
#include "group/raw_frames.h"
#include "group/rules.h"
#include "group/stack_tree.h"
#include "symgroup/inputs.h"
#include "symgroup/options.h"

namespace symkit::symgroup {

// Those that are built in, and the project's.
Result<group::Rules> rules_for(const Options& options);

struct Reading {
  group::Groups groups = {};
  std::unordered_map<std::string, group::Evidence> evidence = {};  // of each group's first report, by its id
  std::unordered_map<std::string, group::StackTree> trees = {};    // of a group's reports, by its id
  InputTally inputs = {};
  std::uint64_t lines = 0;
  Result<void> done = {};  // an error ends the reading: what was read before it still counts
};

// `raw`: null: frames keep the names that the logs have.
Reading read_logs(const Options& options, const group::Rules& rules, group::RawFrames* raw,
                  tools::Console& console);

// At the end, on standard error.
void print_summary(const Reading& reading);

}  // namespace symkit::symgroup
