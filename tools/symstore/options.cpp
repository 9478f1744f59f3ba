#include "symstore/options.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "common/duration_option.h"
#include "common/progress_option.h"
#include "ground/base/words.h"
#include "ground/io/unpack_budget.h"

namespace symkit::symstore {
namespace {

constexpr std::array<std::pair<std::string_view, Command>, 7> commands = {{{"ls", Command::List},
                                                                           {"push", Command::Push},
                                                                           {"pull", Command::Pull},
                                                                           {"rm", Command::Remove},
                                                                           {"prune", Command::Prune},
                                                                           {"verify", Command::Verify},
                                                                           {"stat", Command::Stat}}};

Result<void> take_command(Options& options) {
  if (options.words.empty()) return fail("no command: give ls, push, pull, rm, prune, verify or stat");
  const auto known =
      std::ranges::find(commands, options.words.front(), [](const auto& one) { return one.first; });
  if (known == commands.end())
    return fail(say("'", options.words.front(), "' is not one of ls, push, pull, rm, prune, verify, stat"));
  options.command = known->second;
  return {};
}

std::string_view store_option(Command command) {
  if (command == Command::Push) return "--to";
  return command == Command::Pull ? "--from" : "--store";
}

Result<void> check_words(const Options& options) {
  const std::string& name = options.words.front();
  const bool wants_ids = options.command == Command::Push || options.command == Command::Pull ||
                         options.command == Command::Remove;
  if (wants_ids && options.words.size() == 1) return fail(say("name what to ", name, ": ids of images"));
  const bool takes_ids = wants_ids || options.command == Command::List;
  for (const std::string& word : std::span(options.words).subspan(1))
    if (const auto end = word.find("://"); end != std::string::npos)  // what follows may be secret
      return fail(say(word.substr(0, end), "://… is a store, not an id: put it after ",
                      store_option(options.command)));
  if (!takes_ids && options.words.size() > 1)
    return fail(say("'", options.words[1], "' is an unexpected argument of ", name));
  if (options.to.empty() == (options.command == Command::Push))
    return fail("push and --to STORE must be given together");
  if (options.from.empty() == (options.command == Command::Pull))
    return fail("pull and --from STORE must be given together");
  if (options.as_files && options.command != Command::Push) return fail("--static is for push --to DIR");
  const bool limits = options.unused || options.max_size;
  if (limits != (options.command == Command::Prune))
    return fail("prune needs --unused TIME, --max-size SIZE or both; other commands accept neither");
  if (options.dry_run && options.command != Command::Prune && options.command != Command::Remove)
    return fail("--dry-run is for rm and prune");
  return {};
}

}  // namespace

void declare(tools::CommandLine& line, Options& options) {
  line.option("--store", options.stores);
  line.option("--to", options.to);
  line.option("--from", options.from);
  line.flag("--static", options.as_files);
  line.option("--expire", tools::accept_duration(options.expire));
  line.option("--unused", [&](const std::string& text) {
    return tools::accept_duration(options.unused.emplace())(text);
  });
  line.option("--max-size", [&](const std::string& text) -> Result<void> {
    options.max_size = io::read_size(text);
    return options.max_size ? Result<void>()
                            : fail("'" + text + "' is not a size: 500M, 20G, or a number of bytes");
  });
  line.flag("-n,--dry-run", options.dry_run);
  line.choice("--format", options.format, {{"text", Format::Text}, {"json", Format::Json}});
  tools::declare_progress(line, options.progress);
  line.operands(options.words);
  line.check([&]() -> Result<void> {
    if (auto taken = take_command(options); !taken) return taken;
    return check_words(options);
  });
}

}  // namespace symkit::symstore
