// Decompresses a stream piece by piece, and recognises its format by its first bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ground/base/result.h"
#include "ground/io/byte_source.h"

namespace symkit::io {

enum class Compression : std::uint8_t { None, Gzip, Zstd, Xz, Bzip2, Lzma };

// Reads no further than necessary: one byte that cannot begin a compressed stream is enough.
Result<Compression> recognise(ByteSource& source);

class Decompressor {
 public:
  virtual ~Decompressor() = default;

  // Some decompressed bytes, as soon as there are any; 0 at the end. Consecutive members are one stream.
  // Broken or truncated data is an error.
  virtual Result<std::size_t> read(ByteSource& source, std::span<char> buffer) = 0;
};

// Null for None.
std::unique_ptr<Decompressor> make_decompressor(Compression compression);

}  // namespace symkit::io
