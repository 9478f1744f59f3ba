// What a run needs besides logs: rules, owners, the checkout, symbols.
#pragma once

#include <memory>
#include <optional>

#include "common/console.h"
#include "ground/base/result.h"
#include "reports/group/rules.h"
#include "symgroup/options.h"
#include "symgroup/owners.h"
#include "symgroup/raw_logs.h"
#include "symgroup/reading.h"
#include "symgroup/revisions.h"

namespace symkit::symgroup {

struct Setup {
  static Result<Setup> open(const Options& options, tools::Console& console);

  Owners* owners_or_null() { return owners ? &*owners : nullptr; }
  Blames* blame_or_null() { return blame ? &*blame : nullptr; }
  Means means(tools::Console& console) { return {.rules = rules, .raw = raw.get(), .console = console}; }

  group::Rules rules;
  std::optional<Owners> owners = {};
  std::optional<Blames> blame = {};
  std::unique_ptr<RawLogs> raw = {};
};

}  // namespace symkit::symgroup
