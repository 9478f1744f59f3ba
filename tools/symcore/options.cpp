#include "symcore/options.h"

namespace symkit::symcore {

void declare(tools::CommandLine& line, Options& options) {
  line.choice("--format", options.format,
              {{"text", Format::Text}, {"json", Format::Json}, {"raw", Format::Raw}});
  line.option("--pid", options.process);
  line.flag("--all", options.all);
  line.flag("--images", options.images);
  tools::declare_places(line, options.places);
  line.flag("--summary", options.summary);
  line.operands(options.cores);
  line.check([&options]() -> Result<void> {
    if (options.process != 0 && !options.cores.empty())
      return fail("--pid reads a running process: name no core with it");
    return {};
  });
}

}  // namespace symkit::symcore
