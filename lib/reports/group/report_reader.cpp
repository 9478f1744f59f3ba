#include "reports/group/report_reader.h"

#include "ground/stream/log_pass.h"

namespace symkit::group {

stream::LineTaker& ReportReader::next(std::string_view name) {
  LogReader& reader = reader_.emplace(sites_, name, take_);
  return walk_.emplace(names_, std::vector<rewrite::Listener*>{&reader}, crashlog::ReadFor::Names);
}

Result<void> ReportReader::read(io::Input& log, stream::LineTaker& first) {
  stream::LogPass pass(first);
  const auto done = pass.read(log);
  lines_ += pass.lines();
  return done;
}

}  // namespace symkit::group
