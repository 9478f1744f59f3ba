// The command line of a tool: options with two dashes, with one dash as in atos (-arch), or of one
// letter; hand-written help; errors of one line with exit status 2. It is parsed by hand, as a library
// for it took most of the instructions of a lookup (docs/dependencies.md).
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/console.h"
#include "ground/base/result.h"

namespace symkit::tools {

struct ToolDescription {
  std::string_view name;  // "symlookup"
  std::string_view help;  // at most 24 lines of 80 columns, beginning with an example that works
};

// Options are declared with all their spellings at once, as literals: "-o,--output", "-arch,--arch";
// -arch is also accepted as --arch. If a single value is given twice, the last one counts.
class CommandLine {
 public:
  explicit CommandLine(ToolDescription tool);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  void flag(std::string_view names, bool& value);
  void option(std::string_view names, std::string& value);
  void option(std::string_view names, std::optional<std::string>& value);
  void option(std::string_view names, unsigned& value);
  // From 1 to `most`.
  void option(std::string_view names, unsigned& value, unsigned most);
  void option(std::string_view names, std::vector<std::string>& values);  // may be given several times

  // `accept` interprets the value; its error is reported after the option's name.
  using Accept = std::function<Result<void>(const std::string& value)>;
  void option(std::string_view names, Accept accept);

  // One of several fixed values: choice("--format", format, {{"text", Format::Text}, {"json",
  // Format::Json}}).
  template <class T>
  void choice(std::string_view names, T& value, std::vector<std::pair<std::string_view, T>> words) {
    option(names, [&value, known = std::move(words)](const std::string& word) -> Result<void> {
      std::vector<std::string_view> allowed;
      for (const auto& [name, meaning] : known) {
        if (word == name) return value = meaning, Result<void>{};
        allowed.push_back(name);
      }
      return not_one_of(word, allowed);
    });
  }

  // The rest after the options: files, addresses, names.
  void operands(std::vector<std::string>& values) { operands_ = &values; }

  // Called after parsing to check that the arguments are consistent. Its error is one of usage.
  void check(std::function<Result<void>()> is_consistent) { checks_.push_back(std::move(is_consistent)); }

  // Nothing: continue. A number: the tool is done, and exits with this status.
  std::optional<int> parse(int argc, char** argv);

  // From --color, which every tool has without declaring it.
  ColorChoice color() const { return color_; }

 private:
  struct Option {
    std::string_view names;
    Accept accept;  // empty for flags
    bool* flag = nullptr;
    std::string_view typed = {};  // as the user spelled it, for errors
    std::vector<std::string> values = {};
  };
  using Words = std::span<char* const>;

  static Result<void> not_one_of(const std::string& word, std::span<const std::string_view> allowed);
  Option* find(std::string_view spelling);
  Result<void> read(Words words);
  Result<std::size_t> read_option(std::string_view word, Words rest);
  Result<std::size_t> read_letters(std::string_view word, Words rest);
  void take_operand(std::string_view word);
  void refuse(std::string problem);
  std::string meant_instead_of(std::string_view word) const;
  Result<void> deliver() const;
  int answer_help() const;

  ToolDescription tool_;
  std::vector<Option> options_;
  std::vector<std::string>* operands_ = nullptr;
  std::vector<std::function<Result<void>()>> checks_;
  ColorChoice color_ = ColorChoice::Auto;
  bool help_ = false;
  bool version_ = false;
  std::optional<std::string> refused_;  // the first unknown argument
};

}  // namespace symkit::tools
