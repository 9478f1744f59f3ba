// --format=protobuf: fills function names into tombstones in protobuf.
#pragma once

#include <optional>

#include "answers/rewrite/description.h"
#include "answers/rewrite/tally.h"
#include "answers/symbolize/frame_resolver.h"
#include "ground/print/output.h"
#include "logs/android/log_parts.h"
#include "logs/android/tombstone_names.h"
#include "logs/crashlog/reader.h"
#include "symlookup/java_names.h"

namespace symkit::symlookup {

class TombstoneNames {
 public:
  // `java` may be null. All arguments must outlive it.
  TombstoneNames(symbolize::FrameResolver& resolver, rewrite::Tally& tally, bool all_folded,
                 retrace::LogNames* java)
      : resolver_(resolver),
        tally_(tally),
        all_folded_(all_folded),
        java_(java),
        rename_(java == nullptr ? rewrite::Rename() : java->names_of_art()),
        description_(rename_) {}

  // Fails for anything but a tombstone in protobuf.
  Result<void> write(const android::LogPart& part, print::Output& output);

 private:
  Result<void> see_frames(std::string_view tombstone);
  std::optional<android::FunctionName> name_of(const android::Backtrace& frame);

  symbolize::FrameResolver& resolver_;
  rewrite::Tally& tally_;
  bool all_folded_;
  retrace::LogNames* java_;
  crashlog::Reader reader_;
  rewrite::Rename rename_;
  rewrite::Description description_;
};

}  // namespace symkit::symlookup
