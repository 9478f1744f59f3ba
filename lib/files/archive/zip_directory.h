// The central directory of a zip archive, with each entry checked against the archive's size, the other
// entries and plausibility. Android's archives (.apk, .aab, .aar) are zip archives.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::archive {

enum class Method : std::uint16_t { Stored = 0, Deflated = 8, OldZstd = 20, Zstd = 93 };

struct Entry {
  std::string_view name;  // as in the archive, with folders
  Method method = Method::Stored;
  std::uint32_t checksum = 0;   // CRC-32 of the content
  std::uint64_t stored = 0;     // bytes in the archive
  std::uint64_t size = 0;       // bytes of content
  std::uint64_t header_at = 0;  // its local header, as an offset in the archive
  std::uint64_t limit = 0;      // where the next entry, or the directory, begins
  std::string_view refusal;     // why it is not readable; empty: it is
};

// Whether a file begins like a zip archive. An empty one counts, too.
bool looks_like_zip(Bytes beginning);

// The files in the archive, in the order of its directory, without folders. Names are views of `archive`.
Result<std::vector<Entry>> read_directory(Bytes archive);

// The bytes of an entry as stored. Its local header must agree with the directory.
Result<Bytes> stored_bytes(Bytes archive, const Entry& entry);

}  // namespace symkit::archive
