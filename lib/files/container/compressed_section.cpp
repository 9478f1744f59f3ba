#include "files/container/compressed_section.h"

#include <libdeflate.h>
#include <memory>
#include <zstd.h>

#include "files/container/elf_format.h"
#include "files/container/inflate.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::container {
namespace {

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* decompressor) const { libdeflate_free_decompressor(decompressor); }
};

Result<void> unpack_zlib(Bytes data, std::span<std::uint8_t> out) {
  const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor(
      libdeflate_alloc_decompressor());
  if (!decompressor) return fail("not enough memory to decompress");
  // Without a pointer for the actual size, libdeflate requires `out` to be filled entirely.
  const auto result = libdeflate_zlib_decompress(decompressor.get(), data.data(), data.size(), out.data(),
                                                 out.size(), nullptr);
  if (result == LIBDEFLATE_SUCCESS) return {};
  return fail("broken zlib data, or not as long as its header declares");
}

Result<void> unpack_zstd(Bytes data, std::span<std::uint8_t> out) {
  const std::size_t size = ZSTD_decompress(out.data(), out.size(), data.data(), data.size());
  if (ZSTD_isError(size) != 0) return fail(say("broken zstd data: ", ZSTD_getErrorName(size)));
  if (size != out.size()) return fail("zstd data is not as long as its header declares");
  return {};
}

}  // namespace

Result<CompressedData> read_compression_header(Bytes data, Endian endian, bool wide) {
  Cursor at(data, endian);
  const std::uint32_t type = at.u32();
  if (wide) at.skip(4);
  CompressedData result;
  result.size = wide ? at.u64() : at.u32();
  at.skip(wide ? 8 : 4);  // alignment
  if (at.failed()) return fail("is marked as compressed, but too short for a compression header");
  result.data = at.bytes(at.remaining());
  switch (type) {
    case elf::compression_zlib: result.compression = Compression::Zlib; break;
    case elf::compression_zstd: result.compression = Compression::Zstd; break;
    default: result.compression = Compression::Unknown;
  }
  return result;
}

std::optional<CompressedData> read_old_compression_header(Bytes data) {
  Cursor at(data, Endian::Big);
  if (at.u32() != 0x5a4c4942) return std::nullopt;  // "ZLIB"
  CompressedData result;
  result.compression = Compression::Zlib;
  result.size = at.u64();
  if (at.failed()) return std::nullopt;
  result.data = at.bytes(at.remaining());
  return result;
}

// Deflate's maximum is 1032:1. Zstandard can exceed that for long runs of one byte, but debug information
// never does: up to a MiB any ratio is accepted, beyond that the same limit applies.
bool is_believable(Compression compression, std::uint64_t stored, std::uint64_t unpacked) {
  constexpr std::uint64_t ratio = 1032;
  constexpr std::uint64_t small = 1 << 20;
  if (compression == Compression::Zstd && unpacked <= small) return true;
  return unpacked / ratio <= stored;
}

Result<void> unpack(Compression compression, Bytes data, std::span<std::uint8_t> out,
                    const std::function<bool(std::size_t)>& ready) {
  switch (compression) {
    case Compression::Zlib: return ready ? inflate_zlib(data, out, ready) : unpack_zlib(data, out);
    case Compression::Zstd: return unpack_zstd(data, out);
    default: return fail("has an unknown compression");
  }
}

}  // namespace symkit::container
