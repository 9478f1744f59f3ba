// The command line of a tool. CLI11 does the parsing; this adds what symkit promises on top: options with one
// dash as atos spells them (-arch), hand-written help, one-line complaints and the exit status 2 for them.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "common/console.h"

namespace symkit::tools {

struct ToolDescription {
  std::string_view name;  // "symlookup"
  std::string_view help;  // at most 24 lines of 80 columns, beginning with an example that works
};

// Options are declared by all their spellings at once: "-o,--output", "-arch,--arch". A spelling with one
// dash and several letters is understood as atos would. A single value given twice: the last one counts.
class CommandLine {
 public:
  explicit CommandLine(ToolDescription tool);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  void flag(const std::string& names, bool& value);
  void option(const std::string& names, std::string& value);
  void option(const std::string& names, std::optional<std::string>& value);
  void option(const std::string& names, unsigned& value);
  void option(const std::string& names, std::vector<std::string>& values);  // may be given several times

  // What the value means is for `accept` to say; its error reaches the user behind the option's name.
  using Accept = std::function<Result<void>(const std::string& value)>;
  void option(const std::string& names, Accept accept);

  // One word out of a few: choice("--format", format, {{"text", Format::Text}, {"json", Format::Json}}).
  template <class T>
  void choice(const std::string& names, T& value,
              std::initializer_list<std::pair<std::string_view, T>> words) {
    std::vector<std::pair<std::string, T>> known(words.begin(), words.end());
    option(names, [&value, known](const std::string& word) -> Result<void> {
      std::vector<std::string> allowed;
      for (const auto& [name, meaning] : known) {
        if (word == name) return value = meaning, Result<void>{};
        allowed.push_back(name);
      }
      return not_one_of(word, allowed);
    });
  }

  // What is left after the options: files, addresses, names.
  void operands(std::vector<std::string>& values);

  // Called after parsing: does what was given go together? An error of it is one of usage.
  void check(std::function<Result<void>()> is_consistent);

  // Nothing: go on. A number: the tool has said all there was to say, and ends with this status.
  std::optional<int> parse(int argc, char** argv);

  // As --color asked for; every tool has that option without declaring it.
  ColorChoice color() const;

 private:
  static Result<void> not_one_of(const std::string& word, const std::vector<std::string>& allowed);

  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace symkit::tools
