// The source of a tool's text: the named files, or standard input. A binary is refused with a message, as
// it cannot be meant as a log; on a terminal the tool says what it is waiting for.
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

// Errors say what the file is; `advice`, if any, is appended: "; its addresses are asked for with -o".
struct LogKind {
  std::string_view waiting = {};    // the complete line for the terminal, no line end; empty: none
  NothingFound* nothing = nullptr;  // gets each input that was read
  std::string_view advice = {};     // for a user who passes a binary
  bool may_be_archive = false;      // a bug report: the tool opens it
};

Result<std::unique_ptr<io::Input>> open_log(const std::string& path, const LogKind& kind);
Result<std::unique_ptr<io::Input>> log_on_stdin(const LogKind& kind);

using TakeLog = std::function<Result<void>(std::unique_ptr<io::Input>& input)>;
// Each of the files, or standard input if none is named; ends at the first error. `take` may prepend an
// input of its own.
Result<void> each_log(const std::vector<std::string>& paths, const LogKind& kind, const TakeLog& take);

// The kind of a binary: "an ELF file"; empty if it is not one, or cannot be read.
std::string_view kind_of_binary(const std::string& path);

}  // namespace symkit::tools
