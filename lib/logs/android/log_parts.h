// An Android log in any of its forms, as texts that can be read: a tombstone in protobuf, logcat's
// entries, the parts of a bug report. A log that is text already is unchanged.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "ground/io/input.h"

namespace symkit::android {

struct LogPart {
  // "bugreport.zip!/FS/data/anr/anr_1" for a part of a bug report; otherwise empty.
  std::string name;
  // The name of the text that has already been passed with the same contents; there is no input then.
  std::string_view same_as;
  std::unique_ptr<io::Input> input;
  std::string_view tombstone;  // its bytes, if it is a tombstone in protobuf; valid during the call
};

using TakePart = std::function<Result<void>(LogPart& part)>;
using TellError = std::function<void(const Error& error)>;

// The message for an archive that is not a bug report.
inline constexpr std::string_view other_archive = "is a zip archive, not a log";

// Whether a file may be a bug report, judging by its first bytes.
bool looks_like_bug_report(std::string_view beginning);

// Passes each part to `take`, in order, and stops at its first error. If a part of a bug report cannot be
// read, reports that to `trouble` and continues.
Result<void> each_part(std::unique_ptr<io::Input> input, const TellError& trouble, const TakePart& take);

}  // namespace symkit::android
