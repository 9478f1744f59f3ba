// symprep --fetch: indexes of images from servers, by their ids or by a log that names them.
#pragma once

#include "common/console.h"
#include "find/intake/intake.h"
#include "ground/print/progress.h"
#include "keep/store/chain.h"
#include "symprep/options.h"
#include "symprep/report.h"

namespace symkit::symprep {

// Prepares images as they arrive. If no server has an id, that is an error; for a log's images only a
// warning, as some are nearly always missing.
Result<void> prepare_fetched(const Options& options, const intake::Options& how, const store::Chain& stores,
                             Report& report, print::Progress& progress, tools::Console& console);

}  // namespace symkit::symprep
