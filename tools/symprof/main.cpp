// symprof: adds function names to profiles. Reads a profile, names its locations, and writes it in the
// same or another format.
#include "common/run.h"
#include "symprof/convert.h"
#include "symprof/help.h"
#include "symprof/options.h"
#include "symprof/watch.h"

int main(int argc, char** argv) {
  using namespace symkit;
  symprof::Options options;
  return tools::run(
      {"symprof", symprof::help}, argc, argv,
      [&](tools::CommandLine& line) { symprof::declare(line, options); },
      [&](tools::Console& console) {
        return options.watch.empty() ? symprof::convert(options, console) : symprof::watch(options, console);
      });
}
