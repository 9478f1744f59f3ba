// The options of smapresolve.
#pragma once

#include <string>
#include <vector>

#include "answers/sourcemap/position.h"
#include "common/command_line.h"

namespace symkit::smapresolve {

enum class Format { Text, Json };

struct Options {
  std::vector<std::string> maps;
  std::vector<std::string> folders;
  std::vector<std::string> stores;
  unsigned context = 0;
  bool skip_ignored = false;
  bool follow = false;
  bool raw_paths = false;
  bool summary = false;
  bool any_file = false;
  Format format = Format::Text;
  std::vector<std::string> operands;
  std::vector<sourcemap::Position> positions;  // operands that are positions, from 0
  std::vector<std::string> logs;               // operands that are files
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::smapresolve
