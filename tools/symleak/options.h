// What symleak was asked to do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/fetching.h"
#include "print/progress.h"

namespace symkit::symleak {

enum class Action { Run, Report, Check };
enum class Format { Text, Json };

struct Options {
  Action action = Action::Report;
  // run:
  std::string output;
  std::string stacks;
  std::uint64_t sample = 0;
  std::vector<std::string> program;  // and its arguments
  // The others:
  std::string file;
  Format format = Format::Text;
  unsigned top = 20;
  std::vector<std::string> stores;
  std::vector<std::string> symbols;
  bool local = false;
  bool no_local = false;
  tools::FetchOptions fetching;
  print::ProgressMode progress = print::ProgressMode::Auto;

  std::vector<std::string> operands;
};

// Takes from the arguments what belongs to the program that is to be run: what stands behind "--", or from
// the first word on that is no option. What is left is symleak's own.
std::vector<char*> take_program(int argc, char** argv, Options& options);

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::symleak
