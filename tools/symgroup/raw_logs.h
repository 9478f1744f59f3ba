// Names the frames of raw logs while they are read, if the options say where symbols are.
#pragma once

#include <memory>

#include "answers/symbolize/frame_resolver.h"
#include "common/console.h"
#include "find/locate/locator.h"
#include "ground/base/result.h"
#include "ground/print/progress.h"
#include "symgroup/options.h"
#include "symgroup/script_and_java.h"

namespace symkit::symgroup {

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
