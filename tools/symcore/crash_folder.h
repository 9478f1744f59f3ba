// The folder in which a handler keeps what it found: NAME.PID.txt and others. It never grows beyond its
// limits, and nothing in it that is not a handler's is touched.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/descriptor.h"

namespace symkit::symcore {

// A name for files, of one that a program has given to itself.
std::string safe_name(std::string_view name);

class CrashFolder {
 public:
  // Made if it is not there. A link is not followed.
  static Result<CrashFolder> open(const std::string& path);

  // The whole file, or none. `mode`: its permissions.
  Result<void> write(const std::string& name, Bytes content, unsigned mode) const;

  // An empty file without a name, for bytes that need not stay.
  io::Descriptor unnamed() const;

  // Removes the oldest crashes until all together have at most so many bytes.
  void keep_at_most(std::uint64_t bytes) const;

 private:
  CrashFolder(std::string path, io::Descriptor folder) : path_(std::move(path)), folder_(std::move(folder)) {}

  std::string path_;
  io::Descriptor folder_;
};

}  // namespace symkit::symcore
