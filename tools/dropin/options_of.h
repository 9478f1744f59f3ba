// Parses the command lines of other tools as they do: response files, variables with more options, and
// the C library's getopt, with abbreviations and combined options.
#pragma once

#include <functional>
#include <getopt.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::dropin {

// @FILE is replaced by the words in that file, if it exists; words may be quoted.
Result<std::vector<std::string>> with_response_files(const std::vector<std::string>& arguments);

// Splits a text into words, as in response files and variables.
std::vector<std::string> words_of(std::string_view text);

struct OptionSet {
  const char* letters;              // as for getopt
  std::vector<option> names;        // without the final one
  bool one_dash_is_enough = false;  // -inlines
  bool has_response_files = true;
};

// A message printed instead of any work, on standard output if the status is 0, and the exit status.
struct Ending {
  int status = 0;
  std::string text;
};

struct ReadOptions {
  std::optional<int> status = {};  // nothing is left to do
  std::vector<std::string> operands = {};
};
// Passes on each option with its value (empty: none); `refused` gives the message for an unknown
// argument.
ReadOptions read_options(const std::string& program, const std::vector<std::string>& arguments,
                         const OptionSet& set,
                         const std::function<std::optional<Ending>(int option, std::string_view value)>& take,
                         const std::function<std::string(std::string_view word)>& refused);

}  // namespace symkit::dropin
