// A file whose path a stranger chose: debug information, a log, a source map. Looking for it has no effect on
// what lies there (a device is not opened, nobody waits for a FIFO), and where it lies is asked of the file
// that was found, behind all links, not of its path: between the two nothing can be exchanged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ground/base/result.h"

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

  // Where it really lies; empty where the system does not say.
  const std::string& place() const { return place_; }
  std::uint64_t size() const { return size_; }
  // When it was last changed, in seconds.
  std::int64_t changed() const { return changed_; }

  // Whether it is a regular file outside of /proc, /sys and /dev, where the system shows itself. The error
  // says which of these it is, without the path.
  Result<void> is_ordinary() const;
  // Nothing is below a folder that does not exist.
  bool lies_below(const std::string& folder) const;

  // At most size() bytes. Only of one that is ordinary.
  Result<std::string> read() const;

 private:
  explicit ForeignFile(int handle);

  int handle_;  // of the place, not of the content
  std::string place_;
  std::uint64_t size_ = 0;
  std::int64_t changed_ = 0;
  bool is_regular_ = false;
};

}  // namespace symkit::io
