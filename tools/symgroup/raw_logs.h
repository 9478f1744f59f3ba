// Raw logs get the names of their frames on the way, where it is said where symbols are.
#pragma once

#include <memory>
#include <optional>

#include "base/result.h"
#include "common/console.h"
#include "group/raw_frames.h"
#include "locate/locator.h"
#include "print/progress.h"
#include "symgroup/options.h"

namespace symkit::symgroup {

class RawLogs {
 public:
  // Null where no place of symbols was named.
  static Result<std::unique_ptr<RawLogs>> open(const Options& options, tools::Console& console);

  group::RawFrames& frames() { return frames_; }
  // For who rewrites a whole log.
  symbolize::FrameResolver& resolver() { return resolver_; }

 private:
  RawLogs(const Options& options, tools::Console& console, std::unique_ptr<print::Progress> progress,
          const locate::Places& places);

  std::unique_ptr<print::Progress> progress_;
  locate::Locator locator_;
  symbolize::FrameResolver resolver_;
  group::RawFrames frames_;
};

}  // namespace symkit::symgroup
