// Writes a file that is there completely or not at all: written next to its place under a temporary name,
// then renamed. Two writers of one path do not disturb each other; the last to finish wins. What an
// interrupted writer left behind is removed by a later one, which checks once an hour.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::io {

// Writes the parts one after the other. Missing parent folders are created. `drafts`: a folder on the
// same file system in which the file is written first; empty: that of the path. `written` is called when
// a part is not needed any more.
Result<void> write_atomically(const std::string& path, std::span<const Bytes> parts,
                              const std::string& drafts = {},
                              const std::function<void(Bytes part)>& written = {});

// The same step by step, for a writer that learns last what comes first. The file is removed unless
// keep() is called.
class AtomicFile {
 public:
  // `mode`: its permissions, as limited by the umask.
  static Result<AtomicFile> begin(const std::string& path, const std::string& drafts = {},
                                  unsigned mode = 0666);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  Result<void> write(std::uint64_t place, Bytes bytes);
  Result<void> keep();

 private:
  class Draft;
  AtomicFile(std::string path, std::unique_ptr<Draft> draft);

  std::string path_;
  std::unique_ptr<Draft> draft_;
};

}  // namespace symkit::io
