// Compressed sections: what their headers declare, and decompression.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "files/container/image.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::container {

struct CompressedData {
  Compression compression = Compression::None;
  std::uint64_t size = 0;  // decompressed, as declared
  Bytes data;              // without the header
};

// SHF_COMPRESSED: an Elf32_Chdr or Elf64_Chdr precedes the data.
Result<CompressedData> read_compression_header(Bytes data, Endian endian, bool wide);

// .zdebug_*: "ZLIB" and the size, always big-endian. Nothing if the data does not begin with that.
std::optional<CompressedData> read_old_compression_header(Bytes data);

// Whether this many bytes can decompress to that many. To be checked before memory is allocated for a
// size that a file merely claims.
bool is_believable(Compression compression, std::uint64_t stored, std::uint64_t unpacked);

// Fills `out` to its last byte; otherwise an error says why it cannot. `ready`, if not empty, is called
// now and then with the number of final bytes, and returns whether more is wanted.
Result<void> unpack(Compression compression, Bytes data, std::span<std::uint8_t> out,
                    const std::function<bool(std::size_t)>& ready = {});

}  // namespace symkit::container
