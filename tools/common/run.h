// The frame round a tool's work, the same for all of them: parse, do it, say what went wrong, exit status.
//
//   int main(int argc, char** argv) {
//     Options options;
//     return tools::run({"symprep", help}, argc, argv,
//                       [&](tools::CommandLine& line) { declare(line, options); },
//                       [&](tools::Console& console) { return prepare(options, console); });
//   }
#pragma once

#include <functional>

#include "common/command_line.h"
#include "common/console.h"
#include "ground/base/result.h"

namespace symkit::tools {

// 0: it did its job. 1: `work` returned an error or said one to the console. 2: the command line is wrong.
// Where stdout is closed, the tool ends at its next write, quietly and with 0: `| head` is not a failure.
int run(ToolDescription tool, int argc, char** argv, const std::function<void(CommandLine&)>& declare,
        const std::function<Result<void>(Console&)>& work);

// The same of a tool whose command line was read by other means.
int run(std::string_view tool, ColorChoice color, const std::function<Result<void>(Console&)>& work);

}  // namespace symkit::tools
