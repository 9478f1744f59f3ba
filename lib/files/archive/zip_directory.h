// The central directory of a zip archive: what it says of each entry, held against the archive's size, the
// other entries and reason. Android's archives (.apk, .aab, .aar) are zip archives.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::archive {

enum class Method : std::uint16_t { Stored = 0, Deflated = 8, OldZstd = 20, Zstd = 93 };

struct Entry {
  std::string_view name;  // as the archive has it, with its folders
  Method method = Method::Stored;
  std::uint32_t checksum = 0;   // CRC-32 of what it holds
  std::uint64_t stored = 0;     // bytes in the archive
  std::uint64_t size = 0;       // bytes that it holds
  std::uint64_t header_at = 0;  // its local header, by the archive's bytes
  std::uint64_t limit = 0;      // where the next entry, or the directory, begins
  std::string_view refusal;     // why it is not read; empty: it may be
};

// Does a file begin as zip archives do? An empty one is an archive, too.
bool looks_like_zip(Bytes beginning);

// The files in the archive, in the order of its directory; its folders are left out. Names are of `archive`.
Result<std::vector<Entry>> read_directory(Bytes archive);

// The bytes of an entry as they are stored. Its local header has to say the same as the directory.
Result<Bytes> stored_bytes(Bytes archive, const Entry& entry);

}  // namespace symkit::archive
