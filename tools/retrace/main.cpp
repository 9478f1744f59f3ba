// retrace: restores the names in obfuscated Java stacks. Opens the mapping, then rewrites the log line by
// line.
#include <cstdio>
#include <utility>

#include "answers/managed/managed_lines.h"
#include "answers/retrace/map_hash.h"
#include "answers/retrace/mappings_ahead.h"
#include "common/java_mappings.h"
#include "common/java_summary.h"
#include "common/log_texts.h"
#include "common/run.h"
#include "ground/print/output.h"
#include "ground/print/visible.h"
#include "ground/stream/log_pass.h"
#include "logs/android/log_parts.h"
#include "retrace/help.h"
#include "retrace/options.h"

namespace symkit::retrace_tool {
namespace {

tools::OpenedMappings open_mappings(const Options& options, tools::Console& console) {
  if (!options.stores.empty()) return tools::mappings_of_stores(options.stores, console);
  const auto path = options.mapping();
  if (!path) return fail("no mapping given: retrace MAPPING [STACKTRACE]");
  const WarningSink inform = [&](const std::string& message) {
    if (options.info) std::fprintf(stderr, "retrace: %s\n", print::visible(message).c_str());
  };
  return tools::open_mapping(*path, console, inform);
}

// The texts of a run, one after the other; parts of a bug report get headings.
class Texts {
 public:
  Texts(const Options& options, retrace::MappingSource& mappings, tools::Console& console)
      : options_(options), mappings_(mappings), json_(options.format == Format::Json) {
    how_.style = {options.verbose || json_, console.color_on_stdout() && !json_};
    how_.pattern = options.pattern ? &*options.pattern : nullptr;
  }

  Result<void> rewrite(android::LogPart& part) {
    if (!json_) output_.write(tools::heading_of(part, std::exchange(is_first_, false)));
    if (!part.input) return {};
    how_.log = part.name;
    if (mappings_.is_far())
      part.input = io::TextAhead::before(std::move(part.input),
                                         std::make_unique<retrace::MappingsAhead>(how_, mappings_));
    stream::WrittenLines written(output_, json_);
    const retrace::LogWork work{how_, mappings_, output_, json_ ? retrace::Told::All : retrace::Told::Nothing,
                                !options_.stores.empty()};
    managed::ManagedLines lines({.java = work, .on_all_cores = true}, written);
    stream::LogPass log(lines.first(), &output_);
    const auto done = log.read(*part.input);
    counts_.add(lines.java_counts());
    lines_ += log.lines();
    return done;
  }

  print::Output& output() { return output_; }
  const retrace::Counts& counts() const { return counts_; }
  std::uint64_t lines() const { return lines_; }

 private:
  const Options& options_;
  retrace::MappingSource& mappings_;
  bool json_;
  retrace::RewriteOptions how_;
  print::Output output_;
  retrace::Counts counts_;
  std::uint64_t lines_ = 0;
  bool is_first_ = true;
};

Result<void> retrace_log(const Options& options, tools::Console& console) {
  if (options.verify_hash && options.mapping())
    return retrace::verify_map_hash(*options.mapping(), console.warnings());
  const auto mappings = open_mappings(options, console);
  if (!mappings) return fail(mappings.error());
  tools::NothingFound nothing("retrace", "frames");
  const tools::LogKind kind = {.waiting = options.quiet ? "" : "Waiting for stack-trace input...",
                               .nothing = &nothing};
  const auto path = options.stack_trace();
  Texts texts(options, **mappings, console);
  const auto done =
      tools::each_text(path ? std::vector{*path} : std::vector<std::string>(), kind, console.errors(),
                       [&](android::LogPart& part) { return texts.rewrite(part); });
  const auto sent = texts.output().flush();
  if (options.summary) {
    tools::print_java_summary(texts.counts());
  } else if (options.info) {
    tools::print_compose_keys(texts.counts());
  }
  if (done && texts.counts().frames == 0 && !options.quiet) nothing.say_so(texts.lines(), options.summary);
  return done ? sent : done;
}

}  // namespace
}  // namespace symkit::retrace_tool

int main(int argc, char** argv) {
  using namespace symkit;
  return tools::run({"retrace", retrace_tool::help}, argc, argv, retrace_tool::declare,
                    retrace_tool::retrace_log);
}
