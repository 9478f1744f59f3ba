// The main function shared by all tools: parses the arguments, does the work, reports errors, returns the
// exit status.
//
//   int main(int argc, char** argv) { return tools::run({"symprep", help}, argc, argv, declare, prepare); }
#pragma once

#include <functional>

#include "common/command_line.h"
#include "common/console.h"
#include "ground/base/result.h"

namespace symkit::tools {

// 0: success. 1: `work` returned an error or reported one to the console. 2: the command line is wrong.
// If stdout is closed, the tool ends at its next write, silently and with 0: `| head` is not a failure.
int run(ToolDescription tool, int argc, char** argv, const std::function<void(CommandLine&)>& declare,
        const std::function<Result<void>(Console&)>& work);

// The same for a tool whose options are one struct.
template <class Options>
int run(ToolDescription tool, int argc, char** argv, void (*declare)(CommandLine&, Options&),
        Result<void> (*work)(const Options&, Console&)) {
  Options options;
  return run(
      tool, argc, argv, [&](CommandLine& line) { declare(line, options); },
      [&](Console& console) { return work(options, console); });
}

// The same for a tool whose command line is parsed in another way.
int run(std::string_view tool, ColorChoice color, const std::function<Result<void>(Console&)>& work);

}  // namespace symkit::tools
