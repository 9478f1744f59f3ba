// What a log is rewritten with, and for whom.
#pragma once

#include "print/output.h"
#include "sourcemap/finder.h"
#include "sourcemap/resolver.h"
#include "sourcemap/tally.h"
#include "sourcemap/text_rewriter.h"

namespace symkit::sourcemap {

struct LogWork {
  Finder& finder;
  Resolver& resolver;
  print::Output& output;
  Tally& tally;  // is told of each frame
  TextStyle style = {};
};

}  // namespace symkit::sourcemap
