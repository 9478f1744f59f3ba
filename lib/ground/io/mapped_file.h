// A read-only view of a file without a copy. The bytes live as long as the MappedFile does.
#pragma once

#include <string>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::io {

class MappedFile {
 public:
  // Regular files only. For a folder, a device or an unreadable file, the error names the path.
  static Result<MappedFile> open(const std::string& path);

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  Bytes bytes() const { return {static_cast<const std::uint8_t*>(data_), size_}; }
  const std::string& path() const { return path_; }

  // Removes the pages of a part of bytes() from the resident set; they come back when touched.
  void release(Bytes part) const;
  // Makes the pages of a part resident, if the system can: many at a time, or in another thread.
  void fetch(Bytes part) const;

 private:
  MappedFile(std::string path, void* data, std::size_t size);

  std::string path_;
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace symkit::io
