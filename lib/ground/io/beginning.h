// How a file begins, to tell what it is. Nothing but a regular file has a beginning: whoever writes to a pipe
// would see a reader come and go.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ground/base/bytes.h"

namespace symkit::io {

class Beginning {
 public:
  // What cannot be read begins with nothing; whoever opens it says why.
  explicit Beginning(std::string path);

  // The first bytes as the file has them: 8 KB, or all.
  Bytes bytes() const { return as_bytes(bytes_); }
  // The same of what is in the file, where it is compressed.
  std::string_view text();

 private:
  std::string path_;
  std::string bytes_;
  std::optional<std::string> unpacked_;
};

}  // namespace symkit::io
