// Reads logs into groups.
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

// Which data a run needs for each group.
struct Wanted {
  bool evidence = false;
  bool trees = false;
  bool bounded = false;                 // limit memory: rare groups are forgotten
  group::Families* families = nullptr;  // if similar groups are merged over several runs
};

// What the reading of logs needs besides.
struct Means {
  const group::Rules& rules;
  RawLogs* raw = nullptr;  // names frames; null: they keep the names from the logs
  tools::Console& console;

  Listeners listeners() const { return {.errors = console.errors(), .warnings = console.warnings()}; }
};

struct Reading {
  group::Groups groups = {};  // empty if they are put into families
  InputCounts inputs = {};
  std::uint64_t lines = 0;
  Result<void> done = {};  // an error ends the reading: what was read before it counts
};

// Uses several threads if there are several inputs; the result is the same.
Reading read_logs(const Inputs& inputs, const Wanted& wanted, const Means& means);

// The report that matters most: the first in a project's own code, otherwise the first; nothing if there
// is none.
Result<std::optional<group::Explained>> explain_logs(const Inputs& inputs, const Means& means);

// Printed at the end, on standard error.
void print_summary(const Reading& reading, std::size_t groups);

}  // namespace symkit::symgroup
