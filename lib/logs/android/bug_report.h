// A bug report of Android 7 and later: a zip archive that contains dumpstate's text, and copies of the
// device's files below FS/. Of these files the tombstones and the traces of apps that did not respond are
// read.
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
  // For a tombstone in protobuf that also exists as text: the name of that text. Otherwise empty.
  std::string_view same_as;
};

class BugReport {
 public:
  // The error does not name the file.
  static Result<BugReport> open(io::SharedBlob content);

  // dumpstate's text, tombstones and traces, in the archive's order. Empty: the archive is not a bug
  // report.
  const std::vector<BugReportPart>& parts() const { return parts_; }
  // Errors name the entry.
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
