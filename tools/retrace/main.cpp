// retrace: gives obfuscated Java stacks their names back. Opens the mapping, then rewrites the log line by
// line.
#include <cstdio>

#include "common/log_input.h"
#include "common/run.h"
#include "io/input.h"
#include "print/output.h"
#include "print/visible.h"
#include "retrace/help.h"
#include "retrace/log_rewriter.h"
#include "retrace/map_hash.h"
#include "retrace/options.h"
#include "retrace/single_mapping.h"
#include "retrace/store_mappings.h"
#include "retrace/summary.h"

namespace symkit::retrace_tool {
namespace {

Result<std::unique_ptr<io::Input>> open_input(const Options& options) {
  const tools::LogKind kind = {.waiting = options.quiet ? "" : "Waiting for stack-trace input..."};
  const auto path = options.stack_trace();
  return path ? tools::open_log(*path, kind) : tools::log_on_stdin(kind);
}

Result<std::unique_ptr<retrace::MappingSource>> open_mappings(const Options& options,
                                                              tools::Console& console) {
  if (options.store)
    return std::make_unique<StoreMappings>(store::open_shelf(*options.store), console.warnings());
  const auto path = options.mapping();
  if (!path) return fail("no mapping was named: retrace MAPPING [STACKTRACE]");
  const WarningSink inform = [&](const std::string& message) {
    if (options.info) std::fprintf(stderr, "retrace: %s\n", print::visible(message).c_str());
  };
  auto mapping = retrace::Mapping::open(*path, console.warnings(), inform);
  if (!mapping) return fail(mapping.error());
  return std::make_unique<retrace::SingleMapping>(std::move(*mapping));
}

Result<void> retrace_log(const Options& options, tools::Console& console) {
  if (options.verify_hash && options.mapping())
    return retrace::verify_map_hash(*options.mapping(), console.warnings());
  const auto mappings = open_mappings(options, console);
  if (!mappings) return fail(mappings.error());
  const auto input = open_input(options);
  if (!input) return fail(input.error());
  retrace::RewriteOptions how;
  const bool json = options.format == Format::Json;
  how.style = {options.verbose || json, console.color_on_stdout() && !json};
  how.pattern = options.pattern ? &*options.pattern : nullptr;
  print::Output output;
  retrace::LogRewriter log({how, **mappings, output, json, options.store.has_value()});
  const auto done = log.rewrite(**input);
  const auto sent = output.flush();
  if (options.summary) {
    print_summary(log.tally());
  } else if (options.info) {
    print_compose_keys(log.tally());
  }
  tools::NothingFound nothing("retrace", "frames");
  nothing.looked_at(**input);
  if (done && log.tally().frames == 0 && !options.quiet) nothing.say_so(log.lines(), options.summary);
  return done ? sent : done;
}

}  // namespace
}  // namespace symkit::retrace_tool

int main(int argc, char** argv) {
  using namespace symkit;
  retrace_tool::Options options;
  return tools::run(
      {"retrace", retrace_tool::help}, argc, argv,
      [&](tools::CommandLine& line) { retrace_tool::declare(line, options); },
      [&](tools::Console& console) { return retrace_tool::retrace_log(options, console); });
}
