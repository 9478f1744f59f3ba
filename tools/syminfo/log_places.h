// Shared by the questions about a log: the log, and where its images are searched.
#pragma once

#include <memory>
#include <string>

#include "find/locate/search.h"
#include "ground/io/input.h"
#include "ground/print/progress.h"
#include "syminfo/questions.h"

namespace symkit::syminfo {

// A file, or "-".
Result<std::unique_ptr<io::Input>> open_log(const std::string& log);

// Errors of single places are reported on the console.
Result<locate::Places> places_of(Work& work, print::Progress& progress);

}  // namespace symkit::syminfo
