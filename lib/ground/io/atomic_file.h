// A file that is there whole or not at all: written beside its place under a name of its own, then renamed.
// Two writers of one path do not disturb each other; the last to finish wins. What a writer that was killed
// left behind is cleared by a later one, which looks for it once an hour.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::io {

// Writes the parts one after the other. Folders that are missing above the path are made. `drafts`: a folder
// on the same file system, in which the file is written first; empty: that of the path.
Result<void> write_atomically(const std::string& path, std::span<const Bytes> parts,
                              const std::string& drafts = {});

// The same step by step, for who knows last what stands first. What is not kept is gone again.
class AtomicFile {
 public:
  // `mode`: who may read and write it, as far as the umask leaves it.
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
