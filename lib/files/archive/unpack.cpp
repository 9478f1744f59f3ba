#include "files/archive/unpack.h"

#include <algorithm>
#include <libdeflate.h>
#include <memory>
#include <new>
#include <zlib.h>
#include <zstd.h>

#include "ground/base/words.h"

namespace symkit::archive {
namespace {

// Deflate's maximum compression ratio; Zstandard can exceed it, but not with programs.
constexpr std::uint64_t most_growth = 1032;
constexpr std::uint64_t always_believed = 1 << 16;

bool inflate_all(Bytes stored, std::span<std::uint8_t> out) {
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> decompressor(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  return decompressor && libdeflate_deflate_decompress(decompressor.get(), stored.data(), stored.size(),
                                                       out.data(), out.size(), nullptr) == LIBDEFLATE_SUCCESS;
}

bool unzstd_all(Bytes stored, std::span<std::uint8_t> out) {
  return ZSTD_decompress(out.data(), out.size(), stored.data(), stored.size()) == out.size();
}

// libdeflate cannot decompress only a part.
Bytes inflate_beginning(Bytes stored, std::span<std::uint8_t> room) {
  z_stream stream{};
  constexpr int without_header = -15;
  if (inflateInit2(&stream, without_header) != Z_OK) return {};
  constexpr std::size_t enough = 1 << 16;  // for the tables of a block and more
  stream.next_in = const_cast<Bytef*>(stored.data());
  stream.avail_in = static_cast<uInt>(std::min(stored.size(), enough));
  stream.next_out = room.data();
  stream.avail_out = static_cast<uInt>(room.size());
  inflate(&stream, Z_SYNC_FLUSH);
  const std::size_t made = room.size() - stream.avail_out;
  inflateEnd(&stream);
  return room.first(made);
}

Bytes unzstd_beginning(Bytes stored, std::span<std::uint8_t> room) {
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(),
                                                                          ZSTD_freeDStream);
  ZSTD_inBuffer in{stored.data(), stored.size(), 0};
  ZSTD_outBuffer out{room.data(), room.size(), 0};
  while (out.pos < out.size && in.pos < in.size) {
    const std::size_t left = ZSTD_decompressStream(stream.get(), &out, &in);
    if (left == 0 || ZSTD_isError(left) != 0) break;
  }
  return room.first(out.pos);
}

Result<void> unpack_into(const Entry& entry, Bytes stored, std::span<std::uint8_t> out) {
  bool good = false;
  switch (entry.method) {
    case Method::Deflated: good = inflate_all(stored, out); break;
    case Method::Zstd:
    case Method::OldZstd: good = unzstd_all(stored, out); break;
    default: break;
  }
  if (!good) return fail("broken: its contents do not have the size that the archive declares");
  if (libdeflate_crc32(0, out.data(), out.size()) != entry.checksum)
    return fail("broken: its contents have another checksum");
  return {};
}

}  // namespace

Result<io::SharedBlob> unpack(const Entry& entry, Bytes stored, io::UnpackBudget& budget) {
  if (entry.size > always_believed && entry.size / most_growth > stored.size())
    return fail(say("broken: ", stored.size(), " bytes claim to unpack to ", entry.size));
  if (const auto allowed = budget.take(entry.size); !allowed) return fail(allowed.error());
  std::unique_ptr<std::uint8_t[]> memory(new (std::nothrow) std::uint8_t[entry.size]);
  if (!memory) return fail(say("not enough memory for ", entry.size, " bytes"));
  const std::span<std::uint8_t> out(memory.get(), entry.size);
  if (const auto done = unpack_into(entry, stored, out); !done) return fail(done.error());
  return io::blob_of(std::move(memory), out.size());
}

Bytes unpack_beginning(Method method, Bytes stored, std::span<std::uint8_t> room) {
  switch (method) {
    case Method::Deflated: return inflate_beginning(stored, room);
    case Method::Zstd:
    case Method::OldZstd: return unzstd_beginning(stored, room);
    default: return {};
  }
}

}  // namespace symkit::archive
