// Groups the crashes of one log.
#pragma once

#include <string_view>

#include "ground/io/input.h"
#include "reports/group/groups.h"
#include "reports/group/report_reader.h"
#include "reports/group/rules.h"
#include "reports/group/signature.h"
#include "reports/group/sites.h"

namespace symkit::group {

// An error ends the log: what was read before it counts.
inline Result<void> add_log(Groups& groups, io::Input& log, std::string_view name, const Rules& rules) {
  Sites sites(rules);
  ReportReader reader(sites,
                      [&](Report&& report) { groups.add(signature_of(report, sites, rules), report); });
  auto done = reader.read(log, name);
  groups.end_log();
  return done;
}

}  // namespace symkit::group
