// A file whose path a stranger chose: debug information, a log, a source map. Looking for it has no effect on
// what lies there (a device is not opened, nobody waits for a FIFO), and where it lies is asked of the file
// that was found, behind all links, not of its path: between the two nothing can be exchanged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"

namespace symkit::io {

class ForeignFile {
 public:
  // Nothing where there is no such file.
  static std::optional<ForeignFile> find(const std::string& path);

  ForeignFile(ForeignFile&& other) noexcept;
  ForeignFile& operator=(ForeignFile&&) = delete;
  ForeignFile(const ForeignFile&) = delete;
  ForeignFile& operator=(const ForeignFile&) = delete;
  ~ForeignFile();

  // Where it lies in truth; empty where the system does not say.
  const std::string& place() const { return place_; }
  std::uint64_t size() const { return size_; }

  // A regular file, and none in which the system shows itself: below /proc, /sys or /dev. The error says
  // which of these it is, without the path.
  Result<void> is_ordinary() const;
  // Nothing lies below a folder that is not there.
  bool lies_below(const std::string& folder) const;

  // At most size() bytes. Only of one that is ordinary.
  Result<std::string> read() const;

 private:
  explicit ForeignFile(int handle);

  int handle_;  // of the place, not of the content
  std::string place_;
  std::uint64_t size_ = 0;
  bool is_regular_ = false;
};

}  // namespace symkit::io
