// Where a tool's text comes from: the files that are named, or standard input. What is a binary is refused in
// words, as it cannot be meant as a log; on a terminal the tool says what it waits for.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/unread_logs.h"
#include "ground/base/result.h"
#include "ground/io/input.h"

namespace symkit::tools {

// The errors say what the file is; `advice`, if any, is put behind: "; its addresses are asked for with -o".
struct LogKind {
  std::string_view waiting = {};    // the whole line for the terminal, without its end; empty: none
  NothingFound* nothing = nullptr;  // is shown each input that was read
  std::string_view advice = {};     // for a user who gives a binary
  bool may_be_archive = false;      // a bug report: the tool looks into it
};

Result<std::unique_ptr<io::Input>> open_log(const std::string& path, const LogKind& kind);
Result<std::unique_ptr<io::Input>> log_on_stdin(const LogKind& kind);

using TakeLog = std::function<Result<void>(std::unique_ptr<io::Input>& input)>;
// Each of the files, or standard input where none is named; ends at the first error. Who takes one may put
// something before it.
Result<void> each_log(const std::vector<std::string>& paths, const LogKind& kind, const TakeLog& take);

// What kind of binary it is: "an ELF file"; empty where it is not one, or cannot be read.
std::string_view kind_of_binary(const std::string& path);

}  // namespace symkit::tools
