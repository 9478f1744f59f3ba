#include "common/command_line.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <deque>
#include <map>

#include "CLI/CLI.hpp"

#include "base/words.h"
#include "common/nearest_word.h"

namespace symkit::tools {
namespace {

// "-o,--object". CLI11's own way makes a stream for each option: a fifth of what a lookup takes.
std::vector<std::string> spellings_of(const std::string& names) {
  std::vector<std::string> all;
  for (std::size_t begin = 0, end = 0; end < names.size(); begin = end + 1) {
    end = std::min(names.find(',', begin), names.size());
    all.push_back(names.substr(begin, end - begin));
  }
  return all;
}

bool is_one_of(std::string_view spelling, std::string_view names) {
  for (std::size_t begin = 0, end = 0; end < names.size(); begin = end + 1) {
    end = std::min(names.find(',', begin), names.size());
    if (names.substr(begin, end - begin) == spelling) return true;
  }
  return false;
}

// "-arch" but neither "-a" nor "--arch".
bool has_one_dash(std::string_view spelling) {
  return spelling.size() > 2 && spelling[0] == '-' && spelling[1] != '-';
}

}  // namespace

struct Declared {
  std::string names;              // as CLI11 takes them
  CLI::Option* option = nullptr;  // none: CLI11 need not know of it, as it was not given
  CommandLine::Accept accept;     // empty for flags
  bool* flag = nullptr;
  std::string typed;  // as the user spelled it, for complaints
};

struct CommandLine::Parser {
  ToolDescription tool;
  CLI::App app;
  std::deque<Declared> declared;
  std::map<std::string, Declared*, std::less<>> by_spelling;
  std::vector<std::string>* operands = nullptr;
  std::vector<std::function<Result<void>()>> checks;
  ColorChoice color = ColorChoice::Auto;

  bool all_are_needed = false;  // there is an argument that only CLI11 can tell: "-ofile", a mistake

  Declared& declare(const std::string& names);
  void tell_cli11(Declared& one);
  Result<std::vector<std::string>> normalized(int argc, char** argv);
  Result<void> hand_to_cli11(std::vector<std::string> arguments);
  Result<void> take_operands();
  std::string meant_instead_of(const std::string& argument) const;
  Result<void> deliver();
  Result<void> parse(int argc, char** argv);
};

// CLI11 knows no "-arch"; it gets "--arch" instead, and normalized() rewrites what the user typed.
Declared& CommandLine::Parser::declare(const std::string& names) {
  Declared& added = declared.emplace_back();
  std::string& accepted = added.names;
  for (const std::string& spelling : spellings_of(names)) {
    by_spelling[spelling] = &added;
    const std::string known = has_one_dash(spelling) ? "-" + spelling : spelling;
    const auto [place, is_new] = by_spelling.try_emplace(known, &added);
    if (known != spelling && !is_new) continue;
    place->second = &added;
    if (!is_one_of(known, accepted)) accepted += (accepted.empty() ? "" : ",") + known;
  }
  return added;
}

// Telling it of all options would take longer than a lookup: only what was given is.
void CommandLine::Parser::tell_cli11(Declared& one) {
  const bool takes_value = one.accept != nullptr;
  one.option = takes_value ? app.add_option(one.names) : app.add_flag(one.names);
  if (!takes_value) return;
  one.option->expected(1)->allow_extra_args(false);
  one.option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

// The arguments as CLI11 can take them: two dashes before long names, "--name=value" as two arguments (CLI11
// takes "--name=" for "--name" and would swallow the argument after it). Values are left as they are.
Result<std::vector<std::string>> CommandLine::Parser::normalized(int argc, char** argv) {
  const std::vector<std::string> given(argv + std::min(argc, 1), argv + argc);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == "--") {
      out.insert(out.end(), given.begin() + static_cast<std::ptrdiff_t>(i), given.end());
      break;
    }
    const std::size_t equals = given[i].starts_with('-') ? given[i].find('=') : std::string::npos;
    const std::string spelling = given[i].substr(0, equals);
    const auto found = by_spelling.find(spelling);
    const bool is_long = spelling.size() > 2;
    if (found == by_spelling.end() || (!is_long && equals != std::string::npos)) {
      all_are_needed |= given[i].starts_with('-');
      out.push_back(given[i]);
      continue;
    }
    Declared& option = *found->second;
    option.typed = spelling;
    const std::string known = has_one_dash(spelling) ? "-" + spelling : spelling;
    out.push_back(known);
    if (!option.accept) {
      if (equals != std::string::npos) return fail(spelling + " takes no value");
    } else if (equals != std::string::npos) {
      out.push_back(given[i].substr(equals + 1));
    } else if (i + 1 < given.size()) {
      out.push_back(given[++i]);
    } else {
      return fail(spelling + ": its value is missing");
    }
  }
  return out;
}

Result<void> CommandLine::Parser::hand_to_cli11(std::vector<std::string> arguments) {
  std::ranges::reverse(arguments);
  for (Declared& one : declared)
    if (all_are_needed || !one.typed.empty()) tell_cli11(one);
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::Success&) {
    throw;  // --help, --version
  } catch (const CLI::ParseError& error) {
    return fail(error.what());
  }
  return {};
}

// "--summray=3": "; did you mean --summary?"; nothing where that cannot be told.
std::string CommandLine::Parser::meant_instead_of(const std::string& argument) const {
  const std::string typed = argument.substr(0, argument.find('='));
  std::vector<std::string_view> known = {"--help", "--version"};
  for (const auto& [spelling, option] : by_spelling) known.push_back(spelling);
  std::erase_if(known, [](std::string_view spelling) { return spelling.size() <= 2; });
  const std::string_view meant = nearest_word(typed, known);
  return meant.empty() ? std::string() : say("; did you mean ", meant, "?");
}

// What CLI11 did not recognise: operands, "--" and what follows it, and options that do not exist.
Result<void> CommandLine::Parser::take_operands() {
  std::vector<std::string> taken;
  bool options_ended = false;
  for (std::string& argument : app.remaining()) {
    if (!options_ended && argument == "--") {
      options_ended = true;
    } else if (!options_ended && argument.starts_with('-') && argument.size() > 1) {
      return fail("unknown option '" + argument + "'" + meant_instead_of(argument));
    } else if (operands == nullptr) {
      return fail("unexpected argument '" + argument + "'");
    } else {
      taken.push_back(std::move(argument));
    }
  }
  if (operands != nullptr) *operands = std::move(taken);
  return {};
}

Result<void> CommandLine::Parser::deliver() {
  for (const Declared& one : declared) {
    if (one.option == nullptr) continue;
    if (one.flag != nullptr) *one.flag = one.option->count() > 0;
    if (!one.accept) continue;
    for (const std::string& value : one.option->results()) {
      const std::string name = one.typed.empty() ? one.option->get_name() : one.typed;
      if (const auto accepted = one.accept(value); !accepted) return fail(accepted.error().within(name));
    }
  }
  for (const auto& check : checks)
    if (const auto consistent = check(); !consistent) return consistent;
  return {};
}

Result<void> CommandLine::Parser::parse(int argc, char** argv) {
  auto arguments = normalized(argc, argv);
  if (!arguments) return fail(arguments.error());
  if (auto understood = hand_to_cli11(std::move(*arguments)); !understood) return understood;
  if (auto complete = take_operands(); !complete) return complete;
  return deliver();
}

CommandLine::CommandLine(ToolDescription tool) : parser_(std::make_unique<Parser>()) {
  parser_->tool = tool;
  CLI::App& app = parser_->app;
  app.name(std::string(tool.name));
  app.allow_extras();
  app.set_help_flag("-h,--help");
  app.set_version_flag("-V,--version", std::string(tool.name) + " (symkit) " SYMKIT_VERSION);
  choice("--color", parser_->color,
         {{"auto", ColorChoice::Auto}, {"always", ColorChoice::Always}, {"never", ColorChoice::Never}});
}

CommandLine::~CommandLine() = default;

void CommandLine::flag(const std::string& names, bool& value) { parser_->declare(names).flag = &value; }

void CommandLine::option(const std::string& names, Accept accept) {
  parser_->declare(names).accept = std::move(accept);
}

void CommandLine::option(const std::string& names, std::string& value) {
  option(names, [&value](const std::string& given) -> Result<void> {
    value = given;
    return {};
  });
}

void CommandLine::option(const std::string& names, std::optional<std::string>& value) {
  option(names, [&value](const std::string& given) -> Result<void> {
    value = given;
    return {};
  });
}

void CommandLine::option(const std::string& names, unsigned& value) {
  option(names, [&value](const std::string& given) -> Result<void> {
    const char* end = given.data() + given.size();
    const auto [stop, problem] = std::from_chars(given.data(), end, value);
    if (problem == std::errc{} && stop == end) return {};
    return symkit::fail("'" + given + "' is not a whole number");
  });
}

void CommandLine::option(const std::string& names, std::vector<std::string>& values) {
  option(names, [&values](const std::string& given) -> Result<void> {
    values.push_back(given);
    return {};
  });
}

void CommandLine::operands(std::vector<std::string>& values) { parser_->operands = &values; }

void CommandLine::check(std::function<Result<void>()> is_consistent) {
  parser_->checks.push_back(std::move(is_consistent));
}

std::optional<int> CommandLine::parse(int argc, char** argv) {
  Result<void> parsed;
  try {
    parsed = parser_->parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::fwrite(parser_->tool.help.data(), 1, parser_->tool.help.size(), stdout);
    return std::fflush(stdout) == 0 ? 0 : 1;
  } catch (const CLI::CallForVersion& version) {
    std::printf("%s\n", version.what());
    return std::fflush(stdout) == 0 ? 0 : 1;
  }
  if (parsed) return std::nullopt;
  Console console(parser_->tool.name, parser_->color);
  const std::string hint = " (see " + std::string(parser_->tool.name) + " --help)";
  console.error({parsed.error().message + hint});
  return 2;
}

ColorChoice CommandLine::color() const { return parser_->color; }

Result<void> CommandLine::not_one_of(const std::string& word, const std::vector<std::string>& allowed) {
  std::string list;
  for (const std::string& name : allowed) list += (list.empty() ? "" : ", ") + name;
  return symkit::fail("'" + word + "' is not one of: " + list);
}

}  // namespace symkit::tools
