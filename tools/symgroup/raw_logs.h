// Names the frames of raw logs while they are read, if the options say where symbols are.
#pragma once

#include <memory>

#include "answers/managed/only_names.h"
#include "answers/retrace/store_mappings.h"
#include "answers/sourcemap/finder.h"
#include "answers/sourcemap/resolver.h"
#include "answers/symbolize/frame_resolver.h"
#include "common/console.h"
#include "find/locate/locator.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"
#include "ground/print/progress.h"
#include "keep/store/chain.h"
#include "symgroup/options.h"

namespace symkit::symgroup {

// Names the frames of Java and JavaScript, with the mappings and source maps in the given stores.
class ScriptAndJava {
 public:
  ScriptAndJava(const store::Chain& stores, const WarningSink& warn);
  ScriptAndJava(const ScriptAndJava&) = delete;
  ScriptAndJava& operator=(const ScriptAndJava&) = delete;

  // Begins another log, whose lines come to `last` in the end.
  managed::ManagedLines before(stream::LineTaker& last);

 private:
  sourcemap::Finder maps_;
  sourcemap::Resolver scripts_;
  retrace::StoreMappings mappings_;
  managed::OnlyNames names_;
};

class RawLogs {
 public:
  // Null if the options name no place with symbols.
  static Result<std::unique_ptr<RawLogs>> open(const Options& options, tools::Console& console);

  symbolize::FrameResolver& resolver() { return resolver_; }

  // Begins another log, whose lines come to `last` with the names of Java and JavaScript frames. These are
  // looked up only in stores.
  managed::ManagedLines before(stream::LineTaker& last);

 private:
  RawLogs(const Options& options, tools::Console& console, std::unique_ptr<print::Progress> progress,
          const locate::Places& places);

  std::unique_ptr<print::Progress> progress_;
  locate::Locator locator_;
  symbolize::FrameResolver resolver_;
  std::unique_ptr<ScriptAndJava> others_;  // null if no store was given
};

}  // namespace symkit::symgroup
