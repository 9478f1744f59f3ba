// symprep --fetch: indexes of images that servers have, by their ids or by a log that names them.
#pragma once

#include "common/console.h"
#include "find/intake/intake.h"
#include "ground/print/progress.h"
#include "keep/store/chain.h"
#include "symprep/options.h"
#include "symprep/report.h"

namespace symkit::symprep {

// As they come. Of ids that nobody has an error is told; of a log's images, some of which seldom lack, a
// warning.
Result<void> prepare_fetched(const Options& options, const intake::Options& how, const store::Chain& stores,
                             Report& report, print::Progress& progress, tools::Console& console);

}  // namespace symkit::symprep
