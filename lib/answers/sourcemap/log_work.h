// What a log is rewritten with, and for whom.
#pragma once

#include "answers/sourcemap/finder.h"
#include "answers/sourcemap/resolver.h"
#include "answers/sourcemap/tally.h"
#include "answers/sourcemap/text_rewriter.h"
#include "ground/print/output.h"

namespace symkit::sourcemap {

struct LogWork {
  Finder& finder;
  Resolver& resolver;
  print::Output& output;
  Tally& tally;  // is told of each frame
  TextStyle style = {};
};

}  // namespace symkit::sourcemap
