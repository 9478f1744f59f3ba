// The command lines of other tools, read as they read theirs: response files, variables with more options,
// and the C library's getopt, which understands abbreviations and options that stand together.
#pragma once

#include <functional>
#include <getopt.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::dropin {

// @FILE stands for the words in that file, where it is there; a word may be quoted.
Result<std::vector<std::string>> with_response_files(const std::vector<std::string>& arguments);

// The words of a text, as response files and variables have them.
std::vector<std::string> words_of(std::string_view text);

struct OptionSet {
  const char* letters;              // as getopt has them
  std::vector<option> names;        // without the one that ends them
  bool one_dash_is_enough = false;  // -inlines
  bool has_response_files = true;
};

// What is said in place of work, on standard output where the status is 0, and that the tool ends with it.
struct Ending {
  int status = 0;
  std::string text;
};

struct ReadOptions {
  std::optional<int> status = {};  // all was said that there was to say
  std::vector<std::string> operands = {};
};
// Each option with its value (empty: none) is taken; `refused` says of a word that is none of them what is
// wrong.
ReadOptions read_options(const std::string& program, const std::vector<std::string>& arguments,
                         const OptionSet& set,
                         const std::function<std::optional<Ending>(int option, std::string_view value)>& take,
                         const std::function<std::string(std::string_view word)>& refused);

}  // namespace symkit::dropin
