// A file whose path comes from an untrusted source: debug information, a log, a source map. Looking for
// it has no side effects (a device is not opened, a FIFO does not block). Its location is read from the
// opened file, with all links resolved, and not from its path, so that nothing can be exchanged in
// between.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ground/base/result.h"

namespace symkit::io {

class ForeignFile {
 public:
  // Nothing if there is no such file.
  static std::optional<ForeignFile> find(const std::string& path);

  ForeignFile(ForeignFile&& other) noexcept;
  ForeignFile& operator=(ForeignFile&&) = delete;
  ForeignFile(const ForeignFile&) = delete;
  ForeignFile& operator=(const ForeignFile&) = delete;
  ~ForeignFile();

  // The real path; empty if the system does not give it.
  const std::string& place() const { return place_; }
  std::uint64_t size() const { return size_; }
  // When it was last changed, in seconds.
  std::int64_t changed() const { return changed_; }

  // Whether it is a regular file outside /proc, /sys and /dev. The error says which condition failed,
  // without the path.
  Result<void> is_ordinary() const;
  // False if the folder does not exist.
  bool lies_below(const std::string& folder) const;

  // At most size() bytes. Only for an ordinary file.
  Result<std::string> read() const;

 private:
  explicit ForeignFile(int handle);

  int handle_;  // opened with O_PATH: without access to the content
  std::string place_;
  std::uint64_t size_ = 0;
  std::int64_t changed_ = 0;
  bool is_regular_ = false;
};

}  // namespace symkit::io
