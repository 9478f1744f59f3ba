#include "symleak/options.h"

#include <string_view>

#include "common/path_map.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::symleak {
namespace {

constexpr std::string_view options_of_run[] = {"-o", "--output", "--stacks", "--sample", "--color"};

Result<void> read_sample(const std::string& text, std::uint64_t& bytes) {
  if (!read_whole(text, bytes) || bytes == 0) return fail("'" + text + "' is not a number of bytes");
  return {};
}

Result<void> read_growth(const std::string& text, std::optional<std::uint64_t>& bytes) {
  std::uint64_t number = 0;
  if (!read_whole(text, number)) return fail("'" + text + "' is not a number of bytes");
  bytes = number;
  return {};
}

Result<void> read_measure(const std::string& text, const Measure*& measure) {
  measure = measure_called(text);
  if (measure != nullptr) return {};
  std::string known;
  for (const Measure& one : all_measures()) known += say(known.empty() ? "" : ", ", one.name);
  return fail(say("'", text, "' is not one of: ", known));
}

Result<void> check_run(const Options& options) {
  if (options.program.empty()) return fail("no program to run: symleak run -- PROGRAM ARGUMENTS");
  return {};
}

Result<void> check_snapshot(Options& options) {
  if (options.operands.size() != 1 || !read_whole(options.operands.front(), options.process) ||
      options.process <= 0)
    return fail("symleak snapshot needs the id of one process");
  return {};
}

// Checks options that only one action has.
Result<void> check_place(const Options& options) {
  const bool is_check = options.action == Action::Check;
  if (!options.stacks.empty() || options.sample != 0)
    return fail("--stacks and --sample are for symleak run");
  if (!options.mark_name.empty()) return fail("--name is for symleak snapshot");
  if (!is_check && (options.most_growth || !options.new_baseline.empty()))
    return fail("--max-growth and --write-baseline are for symleak check");
  if (!options.since.empty() && !options.other_file.empty())
    return fail("--since and --diff cannot be used together");
  return {};
}

Result<void> check_form(const Options& options) {
  const bool has_measure = options.measure != nullptr;
  const bool can_be_measured = options.format == Format::Folded || options.format == Format::Text ||
                               options.format == Format::Json || options.format == Format::Markdown;
  if (has_measure && !can_be_measured)
    return fail("--measure is for text, json, markdown and folded; the other formats have all measures");
  if (has_measure && options.measure->needs == Measure::Needs::Comparison && options.since.empty() &&
      options.other_file.empty())
    return fail(say(options.measure->name, " needs something to compare with: --since MARK or --diff FILE"));
  return {};
}

Result<void> check(Options& options) {
  if (options.operands.empty()) return fail("no command: give run, report, check or snapshot");
  const std::string action = options.operands.front();
  options.operands.erase(options.operands.begin());
  if (action == "run") {
    options.action = Action::Run;
    return check_run(options);
  }
  if (action == "snapshot") {
    options.action = Action::Snapshot;
    return check_snapshot(options);
  }
  if (action == "check") {
    options.action = Action::Check;
  } else if (action != "report") {
    return fail(say("'", action, "' is not one of: run, report, check, snapshot"));
  }
  if (options.operands.size() != 1)
    return fail(say("symleak ", action, " takes one recording, or a folder of them"));
  options.file = options.operands.front();
  if (auto right = check_place(options); !right) return right;
  return check_form(options);
}

bool takes_value(std::string_view word) {
  if (word.size() > 2 && word.find('=') != std::string_view::npos) return false;
  for (const std::string_view option : options_of_run)
    if (word == option) return true;
  return false;
}

void declare_report(tools::CommandLine& line, Options& options) {
  line.choice("--format", options.format,
              {{"text", Format::Text},
               {"json", Format::Json},
               {"html", Format::Html},
               {"markdown", Format::Markdown},
               {"folded", Format::Folded},
               {"pprof", Format::Pprof},
               {"speedscope", Format::Speedscope},
               {"heaptrack", Format::Heaptrack}});
  line.option("--measure", [&](const std::string& text) { return read_measure(text, options.measure); });
  line.option("--since", options.since);
  line.option("--until", options.until);
  line.option("--diff", options.other_file);
  line.option("--suppressions", options.suppressions);
  line.option("--baseline", options.baseline);
  line.option("--write-baseline", options.new_baseline);
  line.option("--max-growth",
              [&](const std::string& text) { return read_growth(text, options.most_growth); });
  line.option("--top", options.top);
  line.option("--context", options.sources.lines);
  line.option("--source-root", options.sources.roots);
  line.option("--path-map",
              [&](const std::string& text) { return tools::read_path_map(text, options.sources.path_maps); });
}

}  // namespace

std::vector<char*> take_program(int argc, char** argv, Options& options) {
  std::vector<char*> own(argv, argv + argc);
  if (argc < 2 || std::string_view(argv[1]) != "run") return own;
  int at = 2;
  while (at < argc && argv[at][0] == '-' && std::string_view(argv[at]) != "--")
    at += takes_value(argv[at]) ? 2 : 1;
  if (at > argc) at = argc;
  own.resize(static_cast<std::size_t>(at));
  if (at < argc && std::string_view(argv[at]) == "--") ++at;
  options.program.assign(argv + at, argv + argc);
  return own;
}

void declare(tools::CommandLine& line, Options& options) {
  line.option("-o,--output", options.output);
  line.choice("--stacks", options.stacks,
              {{"auto", std::string("auto")},
               {"shadow", std::string("shadow")},
               {"fp", std::string("fp")},
               {"unwind", std::string("unwind")}});
  line.option("--sample", [&](const std::string& text) { return read_sample(text, options.sample); });
  line.option("--name", options.mark_name);
  line.flag("--this-process", options.is_this_process_alone);
  declare_report(line, options);
  tools::declare_places(line, options.places);
  line.operands(options.operands);
  line.check([&] { return check(options); });
}

}  // namespace symkit::symleak
