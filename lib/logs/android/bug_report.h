// A bug report of Android 7 and later: a zip archive that holds dumpstate's text, and copies of files of the
// device below FS/. Of these the tombstones and the traces of apps that did not respond are read.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "files/archive/archive.h"
#include "ground/base/result.h"

namespace symkit::android {

struct BugReportPart {
  const archive::Entry* entry = nullptr;
  // Of a tombstone in protobuf that is there as text, too: that one's name. Else empty.
  std::string_view same_as;
};

class BugReport {
 public:
  // The error does not say which file it is.
  static Result<BugReport> open(io::SharedBlob content);

  // dumpstate's text, tombstones, traces, in the archive's order. None: it is another archive.
  const std::vector<BugReportPart>& parts() const { return parts_; }
  // Errors say the entry's name.
  Result<io::SharedBlob> content(const BugReportPart& part) const;

 private:
  BugReport(std::shared_ptr<const archive::Archive> archive, std::size_t stored);
  const archive::Entry* main_entry() const;
  void add_folder(std::string_view folder);

  std::shared_ptr<const archive::Archive> archive_;
  std::size_t stored_;
  std::vector<BugReportPart> parts_;
};

}  // namespace symkit::android
