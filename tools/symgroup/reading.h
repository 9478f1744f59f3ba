// Logs read into groups.
#pragma once

#include <cstdint>
#include <optional>

#include "common/console.h"
#include "ground/base/result.h"
#include "reports/group/families.h"
#include "reports/group/groups.h"
#include "reports/group/rules.h"
#include "reports/group/why.h"
#include "symgroup/inputs.h"
#include "symgroup/raw_logs.h"

namespace symkit::symgroup {

// Which of what is kept by group a run needs.
struct Wanted {
  bool evidence = false;
  bool trees = false;
  bool bounded = false;                 // memory: rare groups are forgotten
  group::Families* families = nullptr;  // where groups that are alike are put together over runs
};

// What the reading of logs needs beside them.
struct Means {
  const group::Rules& rules;
  RawLogs* raw = nullptr;  // names frames on the way; null: they keep the names that the logs have
  tools::Console& console;

  Listeners listeners() const { return {.errors = console.errors(), .warnings = console.warnings()}; }
};

struct Reading {
  group::Groups groups = {};  // none, where they are put into families
  InputTally inputs = {};
  std::uint64_t lines = 0;
  Result<void> done = {};  // an error ends the reading: what was read before it still counts
};

// By several threads, where there are several inputs; what is found is the same.
Reading read_logs(const Inputs& inputs, const Wanted& wanted, const Means& means);

// The report that counts most: the first of somebody's own code, else the first; nothing where there is none.
Result<std::optional<group::Explained>> explain_logs(const Inputs& inputs, const Means& means);

// At the end, on standard error.
void print_summary(const Reading& reading, std::size_t groups);

}  // namespace symkit::symgroup
