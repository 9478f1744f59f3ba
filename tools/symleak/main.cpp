// symleak: what a program allocates and never gives back. Runs programs with the recorder preloaded, and
// reports what they left in a recording.
#include "common/run.h"
#include "symleak/help.h"
#include "symleak/options.h"
#include "symleak/report.h"
#include "symleak/run_program.h"

namespace symkit::symleak {
namespace {

constexpr int leaks_found = 3;

Result<void> act(const Options& options, tools::Console& console, int& status) {
  switch (options.action) {
    case Action::Run: return run_program(options, console);
    case Action::Report: return report(options, console);
    case Action::Check: {
      const auto clean = check(options, console);
      if (!clean) return fail(clean.error());
      status = *clean ? 0 : leaks_found;
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
