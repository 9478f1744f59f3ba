// The beginning of a file, for recognising its kind. Only a regular file has a beginning: opening and
// closing a pipe would be visible to its writer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ground/base/bytes.h"

namespace symkit::io {

class Beginning {
 public:
  // A file that cannot be read has an empty beginning; opening it for real reports the error.
  explicit Beginning(std::string path);

  // The first bytes as stored: 8 KB, or the complete file.
  Bytes bytes() const { return as_bytes(bytes_); }
  // The same, uncompressed.
  std::string_view text();

 private:
  std::string path_;
  std::string bytes_;
  std::optional<std::string> unpacked_;
};

}  // namespace symkit::io
