#include "common/command_line.h"

#include <algorithm>
#include <cstdio>

#include "common/nearest_word.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::tools {
namespace {

// More than any tool has, so that the options are never moved.
constexpr std::size_t usual_options = 64;

// Visits the spellings in "-arch,--arch", until `wanted` returns true.
template <class Wanted>
bool any_spelling(std::string_view names, Wanted wanted) {
  for (std::size_t begin = 0, end = 0; begin < names.size(); begin = end + 1) {
    end = std::min(names.find(',', begin), names.size());
    if (wanted(names.substr(begin, end - begin))) return true;
  }
  return false;
}

// "--arch" is also a spelling of "-arch".
bool is_spelled(std::string_view typed, std::string_view names) {
  return any_spelling(names, [&](std::string_view name) {
    const bool has_one_dash = name.size() > 2 && name[1] != '-';
    return typed == name || (has_one_dash && typed.starts_with('-') && typed.substr(1) == name);
  });
}

}  // namespace

CommandLine::CommandLine(ToolDescription tool) : tool_(tool) {
  options_.reserve(usual_options);
  flag("-h,--help", help_);
  flag("-V,--version", version_);
  choice("--color", color_,
         {{"auto", ColorChoice::Auto}, {"always", ColorChoice::Always}, {"never", ColorChoice::Never}});
}

void CommandLine::flag(std::string_view names, bool& value) {
  options_.push_back({.names = names, .accept = {}, .flag = &value});
}

void CommandLine::option(std::string_view names, Accept accept) {
  options_.push_back({.names = names, .accept = std::move(accept)});
}

void CommandLine::option(std::string_view names, std::string& value) {
  option(names, [&value](const std::string& given) -> Result<void> {
    value = given;
    return {};
  });
}

void CommandLine::option(std::string_view names, std::optional<std::string>& value) {
  option(names, [&value](const std::string& given) -> Result<void> {
    value = given;
    return {};
  });
}

void CommandLine::option(std::string_view names, unsigned& value) {
  option(names, [&value](const std::string& given) -> Result<void> {
    if (read_whole(given, value)) return {};
    return symkit::fail("'" + given + "' is not a whole number");
  });
}

void CommandLine::option(std::string_view names, unsigned& value, unsigned most) {
  option(names, [&value, most](const std::string& given) -> Result<void> {
    if (read_whole(given, value) && value > 0 && value <= most) return {};
    return symkit::fail(say("'", given, "' is not a number from 1 to ", most));
  });
}

void CommandLine::option(std::string_view names, std::vector<std::string>& values) {
  option(names, [&values](const std::string& given) -> Result<void> {
    values.push_back(given);
    return {};
  });
}

CommandLine::Option* CommandLine::find(std::string_view spelling) {
  const auto found = std::ranges::find_if(
      options_, [&](const Option& option) { return is_spelled(spelling, option.names); });
  return found == options_.end() ? nullptr : &*found;
}

// An unknown argument is reported only at the end: --help may follow.
Result<void> CommandLine::read(Words words) {
  for (std::size_t i = 0; i < words.size();) {
    const std::string_view word = words[i++];
    if (word == "--") {
      for (; i < words.size(); ++i) take_operand(words[i]);
    } else if (!word.starts_with('-') || word.size() == 1) {
      take_operand(word);
    } else {
      const auto taken = read_option(word, words.subspan(i));
      if (!taken) return fail(taken.error());
      i += *taken;
    }
  }
  return {};
}

// Returns how many of the following words were its value.
Result<std::size_t> CommandLine::read_option(std::string_view word, Words rest) {
  const std::size_t equals = word.find('=');
  const std::string_view spelling = word.substr(0, equals);
  const bool has_value = equals != std::string_view::npos;
  Option* const option = find(spelling);
  if (option == nullptr || (spelling.size() == 2 && has_value)) return read_letters(word, rest);
  option->typed = spelling;
  if (option->flag != nullptr) {
    if (has_value) return fail(say(spelling, " takes no value"));
    *option->flag = true;
    return 0;
  }
  if (!has_value && rest.empty()) return fail(say(spelling, " needs a value"));
  option->values.emplace_back(has_value ? word.substr(equals + 1) : std::string_view(rest.front()));
  return has_value ? 0 : 1;
}

// "-ofile", "-ij4": options of one letter, the last with its value.
Result<std::size_t> CommandLine::read_letters(std::string_view word, Words rest) {
  for (std::size_t at = 1; at < word.size(); ++at) {
    const char letter[] = {'-', word[at]};
    Option* const option = find({letter, sizeof letter});
    if (option == nullptr) {
      const std::string unknown = say("-", word.substr(at));
      refuse(say("unknown option '", unknown, "'", meant_instead_of(unknown)));
      return 0;
    }
    if (option->flag != nullptr) {
      *option->flag = true;
      continue;
    }
    option->typed = option->names.substr(option->names.find({letter, sizeof letter}), sizeof letter);
    const std::string_view value = word.substr(at + 1);
    if (value.empty() && rest.empty()) return fail(say(option->typed, " needs a value"));
    option->values.emplace_back(value.empty() ? std::string_view(rest.front()) : value);
    return value.empty() ? 1 : 0;
  }
  return 0;
}

void CommandLine::take_operand(std::string_view word) {
  if (operands_ == nullptr) return refuse(say("unexpected argument '", word, "'"));
  operands_->emplace_back(word);
}

void CommandLine::refuse(std::string problem) {
  if (!refused_) refused_ = std::move(problem);
}

// "--summray=3" → "; did you mean --summary?"; empty if nothing is near.
std::string CommandLine::meant_instead_of(std::string_view word) const {
  std::vector<std::string_view> known;
  for (const Option& option : options_)
    any_spelling(option.names, [&](std::string_view name) {
      if (name.size() > 2) known.push_back(name);
      return false;
    });
  const std::string_view meant = nearest_word(word.substr(0, word.find('=')), known);
  return meant.empty() ? std::string() : say("; did you mean ", meant, "?");
}

// In the order of declaration, whatever the order on the command line.
Result<void> CommandLine::deliver() const {
  for (const Option& option : options_)
    for (const std::string& value : option.values)
      if (const auto accepted = option.accept(value); !accepted)
        return fail(accepted.error().within(std::string(option.typed)));
  for (const auto& check : checks_)
    if (const auto consistent = check(); !consistent) return consistent;
  return {};
}

int CommandLine::answer_help() const {
  if (help_)
    std::fwrite(tool_.help.data(), 1, tool_.help.size(), stdout);
  else
    std::printf("%s (symkit) " SYMKIT_VERSION "\n", std::string(tool_.name).c_str());
  return std::fflush(stdout) == 0 ? 0 : 1;
}

std::optional<int> CommandLine::parse(int argc, char** argv) {
  const Words words(argv, static_cast<std::size_t>(argc));
  Result<void> done = read(words.subspan(std::min<std::size_t>(words.size(), 1)));
  if (done && (help_ || version_)) return answer_help();
  if (done && refused_) done = fail(*refused_);
  if (done) done = deliver();
  if (done) return std::nullopt;
  Console console(tool_.name, color_);
  console.error({say(done.error().message, " (see ", tool_.name, " --help)")});
  return 2;
}

Result<void> CommandLine::not_one_of(const std::string& word, std::span<const std::string_view> allowed) {
  std::string list;
  for (const std::string_view name : allowed) list += say(list.empty() ? "" : ", ", name);
  return symkit::fail("'" + word + "' is not one of: " + list);
}

}  // namespace symkit::tools
