// What is asked on standard input, line by line: each answer is sent before more is waited for, as who asks
// may wait for it, too.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "ground/print/output.h"

namespace symkit::dropin {

// A line comes with its end, in pieces of `longest`.
Result<void> answer_lines(print::Output& output, std::size_t longest,
                          const std::function<void(std::string_view line, std::string& out)>& answer);

}  // namespace symkit::dropin
