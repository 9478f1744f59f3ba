// The rules' verdicts on the frames of one report.
#pragma once

#include "reports/group/report.h"
#include "reports/group/rules.h"
#include "reports/group/sites.h"

namespace symkit::group {

struct Judge {
  const Sites& sites;
  Scope scope = 0;

  // Functions that may be handlers count as others do.
  Verdict operator()(const ShownFrame& frame) const {
    const Verdict verdict = sites.verdict(frame.site, scope);
    return verdict == Verdict::Handler ? Verdict::Own : verdict;
  }
  bool may_be_handler(const ShownFrame& frame) const {
    return sites.verdict(frame.site, scope) == Verdict::Handler;
  }
  const Site& site(const ShownFrame& frame) const { return sites[frame.site]; }
};

}  // namespace symkit::group
