// rooms: container io
// Any bytes at all as deflated data. What zlib accepts the own inflater accepts; what that accepts libdeflate
// accepts (which lets pass a little that zlib refuses); and all make the same of it.
#include "files/container/inflate.h"

#include <algorithm>
#include <libdeflate.h>
#include <memory>
#include <vector>
#include <zlib.h>

#include "support/fuzz_require.h"

using namespace symkit;

namespace {

constexpr std::size_t most = 1 << 18;

// A zlib stream of deflated data; `checksum` is that of what comes out.
std::vector<std::uint8_t> wrapped(Bytes deflated, std::uint32_t checksum) {
  std::vector<std::uint8_t> stream{0x78, 0x9c};
  stream.insert(stream.end(), deflated.begin(), deflated.end());
  for (int shift = 24; shift >= 0; shift -= 8) stream.push_back(static_cast<std::uint8_t>(checksum >> shift));
  return stream;
}

bool zlib_accepts(Bytes stream, std::size_t size) {
  std::vector<std::uint8_t> out(size + 1);
  uLongf made = out.size();
  uLong taken = stream.size();
  return uncompress2(out.data(), &made, stream.data(), &taken) == Z_OK && made == size;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> judge(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  std::vector<std::uint8_t> expected(most);
  std::size_t taken = 0, made = 0;
  const auto verdict = libdeflate_deflate_decompress_ex(judge.get(), data, size, expected.data(),
                                                        expected.size(), &taken, &made);
  const bool good = verdict == LIBDEFLATE_SUCCESS;
  if (!good && verdict != LIBDEFLATE_BAD_DATA) return 0;  // more than there is room for
  expected.resize(good ? made : most);
  const std::uint32_t checksum = libdeflate_adler32(1, expected.data(), expected.size());
  const std::vector<std::uint8_t> stream = wrapped({data, good ? taken : size}, checksum);
  // Buffers of exactly the size, so that a sanitizer sees a byte too far.
  const auto out = std::make_unique<std::uint8_t[]>(expected.size());
  const std::span<std::uint8_t> bytes(out.get(), expected.size());
  std::size_t reported = 0;
  const auto result = container::inflate_zlib(stream, bytes, [&](std::size_t final_bytes) {
    fuzz::require(final_bytes > reported && final_bytes <= bytes.size());
    reported = final_bytes;
    return true;
  });
  if (!result) {
    fuzz::require(!good || !zlib_accepts(stream, bytes.size()));
    return 0;
  }
  fuzz::require(good);
  fuzz::require(std::ranges::equal(bytes, expected));
  fuzz::require(reported == bytes.size());
  return 0;
}
