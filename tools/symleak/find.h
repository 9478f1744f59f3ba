// A recording gone through: what there is to say of it.
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

// What is asked of a recording, and what the others of its run have to say to that.
struct Question {
  const Options& options;
  const Baseline* lost_by_all = nullptr;  // nullptr: it is alone
  // When the marks were made that are asked for by name, in nanoseconds since 1970: for processes that do not
  // have them, since they began later, or had ended.
  std::optional<std::uint64_t> since = {};
  std::optional<std::uint64_t> until = {};
};

using UseFindings = std::function<Result<void>(Findings&)>;

// Nothing is used of a process that was not there at the mark until which is told.
Result<void> find(const Question& question, tools::Console& console, const UseFindings& use);

// The mark that --max-growth counts from, if nobody has said which.
Result<std::string> mark_to_grow_from(const Options& options);
// The moment of a mark, by those of the recordings that have it.
Result<std::uint64_t> time_of(const std::vector<std::string>& files, const std::string& name);

}  // namespace symkit::symleak
