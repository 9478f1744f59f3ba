// --mapping: Java's frames get their names back on the way to the native ones, so that one pass answers both.
#pragma once

#include <memory>

#include "answers/retrace/log_names.h"
#include "answers/rewrite/description.h"
#include "common/console.h"
#include "ground/print/output.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

// Null where no mapping is named.
Result<std::unique_ptr<retrace::LogNames>> open_java_names(const Options& options, print::Output& output,
                                                           tools::Console& console);

// Of what ART compiled, whose symbols are Java's methods. None where `java` is null, which must outlive it.
rewrite::Rename rename_by(retrace::LogNames* java);

}  // namespace symkit::symlookup
