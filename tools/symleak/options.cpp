#include "symleak/options.h"

#include <charconv>
#include <string_view>

#include "base/words.h"
#include "common/progress_option.h"

namespace symkit::symleak {
namespace {

constexpr std::string_view options_of_run[] = {"-o", "--output", "--stacks", "--sample", "--color"};

Result<void> read_bytes(const std::string& text, std::uint64_t& bytes) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
  if (error != std::errc() || end != text.data() + text.size() || bytes == 0)
    return fail("'" + text + "' is not a number of bytes");
  return {};
}

Result<void> check_run(const Options& options) {
  if (options.program.empty()) return fail("say which program to run: symleak run -- PROGRAM ARGUMENTS");
  return {};
}

Result<void> check(Options& options) {
  if (options.operands.empty()) return fail("say what to do: run, report or check");
  const std::string action = options.operands.front();
  options.operands.erase(options.operands.begin());
  if (action == "run") {
    options.action = Action::Run;
    return check_run(options);
  }
  if (action == "check") {
    options.action = Action::Check;
  } else if (action != "report") {
    return fail(say("'", action, "' is not one of: run, report, check"));
  }
  if (options.operands.size() != 1) return fail(say("symleak ", action, " takes one recording"));
  options.file = options.operands.front();
  if (!options.output.empty() || !options.stacks.empty() || options.sample != 0)
    return fail("-o, --stacks and --sample are for symleak run");
  if (options.local && options.no_local) return fail("--local and --no-local exclude each other: give one");
  return {};
}

bool takes_value(std::string_view word) {
  if (word.size() > 2 && word.find('=') != std::string_view::npos) return false;
  for (const std::string_view option : options_of_run)
    if (word == option) return true;
  return false;
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
  line.option("--sample", [&](const std::string& text) { return read_bytes(text, options.sample); });
  line.choice("--format", options.format, {{"text", Format::Text}, {"json", Format::Json}});
  line.option("--top", options.top);
  line.option("--store", options.stores);
  line.option("--symbols", options.symbols);
  line.flag("--local", options.local);
  line.flag("--no-local", options.no_local);
  tools::declare_fetching(line, options.fetching);
  tools::declare_progress(line, options.progress);
  line.operands(options.operands);
  line.check([&] { return check(options); });
}

}  // namespace symkit::symleak
