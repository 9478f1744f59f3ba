// The Model Context Protocol over standard input and output: a language model's client asks about logs. Each
// message is a line of JSON-RPC; what an answer has of a log is marked as data.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "symgroup/options.h"

namespace symkit::symgroup {

// Until the client closes its end.
Result<void> answer_client(const Options& options, tools::Console& console);

}  // namespace symkit::symgroup
