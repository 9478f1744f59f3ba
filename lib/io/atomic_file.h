// A file that is there whole or not at all: written beside its place under a name of its own, then renamed.
// Two writers of one path do not disturb each other; the last to finish wins. What a writer that was killed
// left behind is cleared by a later one.
#pragma once

#include <span>
#include <string>

#include "base/bytes.h"
#include "base/result.h"

namespace symkit::io {

// Writes the parts one after the other. Folders that are missing above the path are made. `drafts`: a folder
// on the same file system, in which the file is written first; empty: that of the path.
Result<void> write_atomically(const std::string& path, std::span<const Bytes> parts,
                              const std::string& drafts = {});

}  // namespace symkit::io
