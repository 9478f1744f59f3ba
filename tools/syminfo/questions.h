// One function for each of syminfo's questions, each in a source file of that name.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "ground/print/output.h"
#include "syminfo/options.h"

namespace symkit::syminfo {

// The state of all questions. An input that cannot be read is reported on the console, and the next one
// follows.
struct Work {
  const Options& options;
  tools::Console& console;
  print::Output& output;
};

Result<void> show_contents(Work& work);
Result<void> list_ids(Work& work);
Result<void> list_functions(Work& work);
Result<void> verify(Work& work);
Result<void> find_id(Work& work);
Result<void> match_two(Work& work);
Result<void> check_log(Work& work);
Result<void> list_downloads(Work& work);  // check_log's part for --dry-run

}  // namespace symkit::syminfo
