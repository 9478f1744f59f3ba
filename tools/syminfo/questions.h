// One function for each question that syminfo answers, each in a file of its name.
#pragma once

#include "common/console.h"
#include "ground/base/result.h"
#include "ground/print/output.h"
#include "syminfo/options.h"

namespace symkit::syminfo {

// What runs through all questions. An input that cannot be read is reported on the console, and the next
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
Result<void> list_downloads(Work& work);  // check_log's, where nothing shall be downloaded

}  // namespace symkit::syminfo
