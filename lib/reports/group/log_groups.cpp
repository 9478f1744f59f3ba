#include "reports/group/log_groups.h"

#include <utility>

#include "reports/group/report_reader.h"
#include "reports/group/signature.h"
#include "reports/group/sites.h"

namespace symkit::group {

Result<void> add_log(Groups& groups, io::Input& log, std::string_view name, const Rules& rules,
                     symbolize::FrameResolver* names) {
  Sites sites(rules);
  ReportReader reader(
      sites, [&](Report&& report) { groups.add(signature_of(report, sites, rules), report); }, names);
  auto done = reader.read(log, name);
  groups.end_log();
  return done;
}

}  // namespace symkit::group
