// The options of retrace, in R8's terms.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "answers/retrace/pattern.h"
#include "common/command_line.h"

namespace symkit::retrace_tool {

enum class Format { Text, Json };

struct Options {
  std::vector<std::string> operands;         // MAPPING and STACKTRACE, or only STACKTRACE
  std::optional<std::string> partition_map;  // R8's option for a mapping in parts
  std::vector<std::string> stores;
  std::optional<retrace::Pattern> pattern;
  bool verbose = false;
  bool info = false;
  bool quiet = false;
  bool summary = false;
  bool verify_hash = false;
  Format format = Format::Text;

  // The mapping is the first operand, unless an option gives it.
  std::optional<std::string> mapping() const;
  std::optional<std::string> stack_trace() const;  // nothing: standard input
  // The number of operands that are mappings.
  std::size_t mapping_operands() const { return !stores.empty() || partition_map ? 0 : 1; }
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::retrace_tool
