// The Model Context Protocol over standard input and output: the client of a language model queries logs.
// Each message is a line of JSON-RPC; parts of an answer that come from a log are marked as data.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "symgroup/options.h"

namespace symkit::symgroup {

// Runs until the client closes its end.
Result<void> answer_client(const Options& options, tools::Console& console);

}  // namespace symkit::symgroup
