// Says in words what a signature is made of: which stack was taken, which of its frames count, and which rule
// said that others do not.
#pragma once

#include <string>

#include "reports/group/report.h"
#include "reports/group/rules.h"
#include "reports/group/signature.h"
#include "reports/group/sites.h"

namespace symkit::group {

// A report with all that is needed to explain it, once the log is over.
struct Explained {
  Signature signature;
  std::string place;  // "crash.log:12"
  // "own      shop::take", "skipped  __asan_memcpy   (skip function __asan*)": the frames of the stack that
  // was taken, the innermost first, as far as it matters.
  std::vector<std::string> frames;
};

Explained explain(const Report& report, const Sites& sites, const Rules& rules);

// Why two reports are the same or not: a line for all that is compared.
std::string comparison(const Explained& a, const Explained& b);

}  // namespace symkit::group
