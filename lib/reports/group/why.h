// Explains a signature in words: which stack was used, which of its frames count, and which rule excluded
// the others.
#pragma once

#include <string>

#include "reports/group/report.h"
#include "reports/group/rules.h"
#include "reports/group/signature.h"
#include "reports/group/sites.h"

namespace symkit::group {

// A report with everything that is needed to explain it after the log has ended.
struct Explained {
  Signature signature;
  std::string place;                  // "crash.log:12"
  std::vector<std::string> sections;  // of the rules, for reports of its kind: "for kernel: *, kernel.rules"
  // "own      shop::take", "skipped  __asan_memcpy   (skip function __asan*, sanitizers.rules)": the frames
  // of the stack that was used, innermost first, as far as they matter.
  std::vector<std::string> frames;
};

Explained explain(const Report& report, const Sites& sites, const Rules& rules);

// Why two reports are the same or not: a line for everything that is compared.
std::string comparison(const Explained& a, const Explained& b);

}  // namespace symkit::group
