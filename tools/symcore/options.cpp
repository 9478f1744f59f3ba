#include "symcore/options.h"

#include "ground/io/unpack_budget.h"

namespace symkit::symcore {
namespace {

void declare_handler(tools::CommandLine& line, Options& options) {
  line.option("--handler", options.handler);
  line.option("--dumpable", options.dumpable);
  line.option("--into", options.into);
  line.flag("--keep-mini", options.keep_mini);
  line.option("--max-size", [&options](const std::string& text) -> Result<void> {
    const auto size = io::read_size(text);
    if (!size) return fail("'" + text + "' is not a size: 500M, 16G, or a number of bytes");
    options.max_size = *size;
    return {};
  });
  line.flag("--install", options.install);
}

}  // namespace

void declare(tools::CommandLine& line, Options& options) {
  line.choice("--format", options.format,
              {{"text", Format::Text}, {"json", Format::Json}, {"raw", Format::Raw}});
  line.option("--pid", options.process);
  declare_handler(line, options);
  line.flag("--all", options.all);
  line.flag("--images", options.images);
  line.flag("--values", options.values);
  line.option("--redact", options.redact);
  line.flag("--unredacted", options.unredacted);
  tools::declare_places(line, options.places);
  line.flag("--summary", options.summary);
  line.operands(options.cores);
  line.check([&options]() -> Result<void> {
    if (options.handler != 0 && (options.process != 0 || !options.cores.empty()))
      return fail("--handler reads the core of a process from standard input: name no other");
    if (options.process != 0 && !options.cores.empty())
      return fail("--pid reads a running process: name no core with it");
    if (!options.values && (options.unredacted || !options.redact.empty()))
      return fail("--redact and --unredacted are about values: add --values");
    if (options.values && (options.format == Format::Raw || options.handler != 0))
      return fail("--values is for text and JSON: neither --format raw nor --handler has values");
    return {};
  });
}

}  // namespace symkit::symcore
