// --format=protobuf: fills function names into tombstones in protobuf.
#pragma once

#include <deque>
#include <optional>

#include "answers/rewrite/description.h"
#include "answers/rewrite/tally.h"
#include "answers/symbolize/frame_resolver.h"
#include "ground/print/output.h"
#include "logs/android/log_parts.h"
#include "logs/android/tombstone_names.h"
#include "symlookup/managed_names.h"

namespace symkit::symlookup {

class TombstoneNames {
 public:
  // All arguments must outlive it.
  TombstoneNames(symbolize::FrameResolver& resolver, rewrite::Tally& tally, bool all_folded,
                 ManagedNames& managed)
      : resolver_(resolver),
        tally_(tally),
        all_folded_(all_folded),
        managed_(managed),
        rename_(managed.rename()),
        description_(rename_) {}

  // Fails for anything but a tombstone in protobuf.
  Result<void> write(const android::LogPart& part, print::Output& output);

 private:
  Result<void> see_frames(std::string_view tombstone, Architecture architecture);
  std::optional<android::FunctionName> name_of(const android::Backtrace& frame);

  symbolize::FrameResolver& resolver_;
  rewrite::Tally& tally_;
  bool all_folded_;
  ManagedNames& managed_;
  std::deque<crashlog::Frame> frames_;  // of the tombstone; those that have been named are gone
  rewrite::Rename rename_;
  rewrite::Description description_;
};

}  // namespace symkit::symlookup
