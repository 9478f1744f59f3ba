// What retrace was asked to do, in R8's terms.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "retrace/pattern.h"

namespace symkit::retrace_tool {

enum class Format { Text, Json };

struct Options {
  std::vector<std::string> operands;  // MAPPING and STACKTRACE, or STACKTRACE alone with --store
  std::optional<std::string> store;
  std::optional<retrace::Pattern> pattern;
  bool verbose = false;
  bool info = false;
  bool quiet = false;
  bool summary = false;
  bool verify_hash = false;
  Format format = Format::Text;

  // The mapping is the first operand, unless the store has it.
  std::optional<std::string> mapping() const;
  std::optional<std::string> stack_trace() const;  // none: standard input
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::retrace_tool
