// Analyses a recording.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/console.h"
#include "ground/base/result.h"
#include "symleak/baseline.h"
#include "symleak/findings.h"

namespace symkit::symleak {

// Options for one recording, and data from the other recordings of its run.
struct Question {
  const Options& options;
  const Baseline* lost_by_all = nullptr;  // nullptr: it is the only one
  // When the marks with the requested name were made, in nanoseconds since 1970: for processes without
  // the mark, since they began later or had ended.
  std::optional<std::uint64_t> since = {};
  std::optional<std::uint64_t> until = {};
};

using UseFindings = std::function<Result<void>(Findings&)>;

// Skips a process that did not exist at the mark at which the report ends.
Result<void> find(const Question& question, tools::Console& console, const UseFindings& use);

// The default mark to which --max-growth is relative.
Result<std::string> mark_to_grow_from(const Options& options);
// The time of a mark, from the recordings that have it.
Result<std::uint64_t> time_of(const std::vector<std::string>& files, const std::string& name);

}  // namespace symkit::symleak
