// Answers queries on standard input line by line: each answer is sent before the next query is read, as
// the client may wait for it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "ground/print/output.h"

namespace symkit::dropin {

// A line includes its end; longer lines come in pieces of `longest`.
Result<void> answer_lines(print::Output& output, std::size_t longest,
                          const std::function<void(std::string_view line, std::string& out)>& answer);

}  // namespace symkit::dropin
