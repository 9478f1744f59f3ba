// What is needed to rewrite a log, and where the results go.
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
  Tally& tally;  // counts each frame
  TextStyle style = {};
};

}  // namespace symkit::sourcemap
