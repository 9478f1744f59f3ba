// retrace: gives obfuscated Java stacks their names back. Opens the mapping, then rewrites the log line by line.
#include <unistd.h>

#include <cstdio>

#include "common/run.h"
#include "io/lines.h"
#include "retrace/help.h"
#include "retrace/line_rewriter.h"
#include "retrace/options.h"
#include "text/output.h"

namespace symkit::retrace_tool {
namespace {

Result<std::unique_ptr<io::Input>> open_input(const Options& options) {
  if (const auto path = options.stack_trace()) return io::Input::open(*path);
  if (!options.quiet && ::isatty(0) == 1) std::fputs("Waiting for stack-trace input...\n", stderr);
  return io::Input::from_descriptor(0, "standard input");
}

Result<void> rewrite_lines(io::Input& input, retrace::LineRewriter& rewriter, retrace::Mapping& mapping,
                           text::Output& output) {
  io::Lines lines(input);
  while (!output.stopped()) {
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    if ((*line)->begins && (*line)->ends) {
      if (auto done = rewriter.rewrite((*line)->text, mapping, output.buffer()); !done) return done;
      output.written();
    } else {
      output.write((*line)->text);  // a piece of a line that is too long to be a frame's
    }
    if (lines.buffered()) continue;
    if (const auto sent = output.flush(); !sent) return sent;
  }
  return {};
}

Result<void> retrace_log(const Options& options, tools::Console& console) {
  const auto path = options.mapping();
  if (!path) return fail("no mapping was named: retrace MAPPING [STACKTRACE]");
  const WarningSink inform = options.info ? console.warnings() : WarningSink([](const std::string&) {});
  const auto mapping = retrace::Mapping::open(*path, console.warnings(), inform);
  if (!mapping) return fail(mapping.error());
  std::optional<retrace::Pattern> pattern;
  if (options.regex) {
    auto compiled = retrace::Pattern::compile(*options.regex);
    if (!compiled) return fail(compiled.error().within("--regex"));
    pattern = std::move(*compiled);
  }
  const auto input = open_input(options);
  if (!input) return fail(input.error());
  retrace::RewriteOptions how;
  how.style = {options.verbose, console.color_on_stdout()};
  how.pattern = pattern ? &*pattern : nullptr;
  retrace::LineRewriter rewriter(how);
  text::Output output;
  const auto done = rewrite_lines(**input, rewriter, **mapping, output);
  const auto sent = output.flush();
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
