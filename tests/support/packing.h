// Compressing for tests: the three ways in which sections of object files are stored compressed.
#pragma once

#include <libdeflate.h>
#include <memory>
#include <zstd.h>

#include "support/assembler.h"

namespace symkit::test {

// Elf: SHF_COMPRESSED with a header; OldZlib: ".zdebug_*" with "ZLIB" and the size.
enum class Packing { None, Zlib, Zstd, OldZlib };

inline Buffer deflate(Bytes bytes) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(6), libdeflate_free_compressor);
  Buffer out(libdeflate_zlib_compress_bound(compressor.get(), bytes.size()));
  out.resize(libdeflate_zlib_compress(compressor.get(), bytes.data(), bytes.size(), out.data(), out.size()));
  return out;
}

inline Buffer zstandard(Bytes bytes) {
  Buffer out(ZSTD_compressBound(bytes.size()));
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

// What a section holds in the file, its compression header included.
inline Buffer packed(Bytes bytes, Packing packing, Endian endian, bool wide) {
  switch (packing) {
    case Packing::None: return {bytes.begin(), bytes.end()};
    case Packing::OldZlib:
      return Assembler(Endian::Big).text("ZLIB").u64(bytes.size()).bytes(deflate(bytes)).finish();
    default: break;
  }
  Assembler out(endian, wide ? 8 : 4);
  out.u32(packing == Packing::Zlib ? 1 : 2);
  if (wide) out.u32(0);
  out.address(bytes.size()).address(1);
  return out.bytes(packing == Packing::Zlib ? deflate(bytes) : zstandard(bytes)).finish();
}

}  // namespace symkit::test
