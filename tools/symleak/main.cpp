// symleak: finds memory that a program allocates and never frees. Runs programs with the recorder
// preloaded, and reports from their recordings.
#include "common/run.h"
#include "symleak/help.h"
#include "symleak/options.h"
#include "symleak/report.h"
#include "symleak/run_program.h"
#include "symleak/take_snapshot.h"

namespace symkit::symleak {
namespace {

int status_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Leaks: return 3;
    case Verdict::Growth: return 4;
    default: return 0;
  }
}

Result<void> act(const Options& options, tools::Console& console, int& status) {
  switch (options.action) {
    case Action::Run: return run_program(options, console);
    case Action::Report: return report(options, console);
    case Action::Snapshot: return take_snapshot(options, console);
    case Action::Check: {
      const auto verdict = check(options, console);
      if (!verdict) return fail(verdict.error());
      status = status_of(*verdict);
    }
  }
  return {};
}

}  // namespace
}  // namespace symkit::symleak

int main(int argc, char** argv) {
  using namespace symkit;
  symleak::Options options;
  std::vector<char*> own = symleak::take_program(argc, argv, options);
  int status = 0;
  const int done = tools::run(
      {"symleak", symleak::help}, static_cast<int>(own.size()), own.data(),
      [&](tools::CommandLine& line) { symleak::declare(line, options); },
      [&](tools::Console& console) { return symleak::act(options, console, status); });
  return done != 0 ? done : status;
}
