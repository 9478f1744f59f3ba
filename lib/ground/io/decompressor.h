// Unpacks a compressed stream piece by piece, and tells by the first bytes which kind it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ground/base/result.h"
#include "ground/io/byte_source.h"

namespace symkit::io {

enum class Compression : std::uint8_t { None, Gzip, Zstd, Xz, Bzip2, Lzma };

// Looks no further than it must: one byte that cannot begin a compressed stream is enough.
Result<Compression> recognise(ByteSource& source);

class Decompressor {
 public:
  virtual ~Decompressor() = default;

  // Some unpacked bytes, as soon as there are any; 0 at the end. Members that follow one another are one
  // stream. Broken data and data that end too soon are errors.
  virtual Result<std::size_t> read(ByteSource& source, std::span<char> buffer) = 0;
};

// Null for None.
std::unique_ptr<Decompressor> make_decompressor(Compression compression);

}  // namespace symkit::io
