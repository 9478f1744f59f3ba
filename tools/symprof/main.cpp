// symprof: adds function names to profiles. Reads a profile, names its locations, and writes it in the
// same or another format.
#include "common/run.h"
#include "symprof/convert.h"
#include "symprof/help.h"
#include "symprof/options.h"
#include "symprof/watch.h"

namespace symkit::symprof {
namespace {

Result<void> convert_or_watch(const Options& options, tools::Console& console) {
  return options.watch.empty() ? convert(options, console) : watch(options, console);
}

}  // namespace
}  // namespace symkit::symprof

int main(int argc, char** argv) {
  using namespace symkit;
  return tools::run({"symprof", symprof::help}, argc, argv, symprof::declare, symprof::convert_or_watch);
}
