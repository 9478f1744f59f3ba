#include "symcore/options.h"

namespace symkit::symcore {

void declare(tools::CommandLine& line, Options& options) {
  line.choice("--format", options.format,
              {{"text", Format::Text}, {"json", Format::Json}, {"raw", Format::Raw}});
  line.flag("--all", options.all);
  line.flag("--images", options.images);
  tools::declare_places(line, options.places);
  line.flag("--summary", options.summary);
  line.operands(options.cores);
}

}  // namespace symkit::symcore
