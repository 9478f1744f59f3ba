// Names the frames of raw logs while they are read, if the options say where symbols are.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

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

  // The log with the names of Java and JavaScript frames, which are looked up only in stores.
  std::unique_ptr<io::Input> named(std::unique_ptr<io::Input> log, const std::string& name);
  // The line in the log that was named last from which a given line was made.
  std::uint64_t line_of(std::uint64_t line) const { return others_ ? others_->line_of(line) : line; }

 private:
  RawLogs(const Options& options, tools::Console& console, std::unique_ptr<print::Progress> progress,
          const locate::Places& places);

  std::unique_ptr<print::Progress> progress_;
  locate::Locator locator_;
  symbolize::FrameResolver resolver_;
  std::unique_ptr<ScriptAndJava> others_;  // null if no store was given
};

}  // namespace symkit::symgroup
