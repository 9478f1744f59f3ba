// A log of Android in whichever form it comes, as texts that can be read: a tombstone in protobuf, logcat's
// entries, the parts of a bug report; what is a text already stays one.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "ground/io/input.h"

namespace symkit::android {

struct LogPart {
  // "bugreport.zip!/FS/data/anr/anr_1": of a part of a bug report; else empty.
  std::string name;
  // That has been given as the text of this name already; there is no input then.
  std::string_view same_as;
  std::unique_ptr<io::Input> input;
  std::string_view tombstone;  // its bytes, where it is one in protobuf; valid for the call
};

using TakePart = std::function<Result<void>(LogPart& part)>;
using TellError = std::function<void(const Error& error)>;

// What is said of an archive that is none.
inline constexpr std::string_view other_archive = "is a zip archive, not a log";

// Whether a file may be a bug report, by its first bytes.
bool looks_like_bug_report(std::string_view beginning);

// Gives each part to `take`, in order, and ends at the first error of it; where a part of a bug report cannot
// be read, tells `trouble` and goes on.
Result<void> each_part(std::unique_ptr<io::Input> input, const TellError& trouble, const TakePart& take);

}  // namespace symkit::android
