// Sections that are stored compressed: what their headers declare, and how they are unpacked.
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
  std::uint64_t size = 0;  // when unpacked, as declared
  Bytes data;              // without the header
};

// SHF_COMPRESSED: an Elf32_Chdr or Elf64_Chdr goes before the data.
Result<CompressedData> read_compression_header(Bytes data, Endian endian, bool wide);

// .zdebug_*: "ZLIB" and the size, big-endian in every file. Nothing where the data does not begin so.
std::optional<CompressedData> read_old_compression_header(Bytes data);

// Can so few bytes unpack to so many? Asked before memory is taken for what a file merely claims.
bool is_believable(Compression compression, std::uint64_t stored, std::uint64_t unpacked);

// Fills `out` to its last byte, or says why that cannot be. `ready`, where there is one, is told now and then
// how many bytes are final.
Result<void> unpack(Compression compression, Bytes data, std::span<std::uint8_t> out,
                    const std::function<void(std::size_t)>& ready = {});

}  // namespace symkit::container
