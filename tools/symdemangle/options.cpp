#include "symdemangle/options.h"

namespace symkit::symdemangle {

void declare(tools::CommandLine& line, Options& options) {
  line.flag("--simplified", options.how.simplified);
  line.flag("--no-params", options.how.no_parameters);
  line.choice("--format", options.format, {{"text", Format::Text}, {"json", Format::Json}});
  line.flag("--summary", options.summary);
  line.operands(options.names);
}

}  // namespace symkit::symdemangle
