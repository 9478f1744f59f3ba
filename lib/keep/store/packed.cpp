#include "keep/store/packed.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <zstd.h>

#include "ground/base/words.h"

namespace symkit::store {
namespace {

bool is_packed(Bytes bytes) {
  constexpr std::uint8_t magic[] = {0x28, 0xb5, 0x2f, 0xfd};
  return bytes.size() >= sizeof magic && std::equal(std::begin(magic), std::end(magic), bytes.begin());
}

template <auto Release>
struct ReleasedBy {
  void operator()(auto* context) const { Release(context); }
};

// zstd's working memory is larger than most values, so each thread keeps its own.
ZSTD_CCtx* packing_context() {
  thread_local const std::unique_ptr<ZSTD_CCtx, ReleasedBy<ZSTD_freeCCtx>> context(ZSTD_createCCtx());
  return context.get();
}

ZSTD_DCtx* unpacking_context() {
  thread_local const std::unique_ptr<ZSTD_DCtx, ReleasedBy<ZSTD_freeDCtx>> context(ZSTD_createDCtx());
  return context.get();
}

}  // namespace

std::vector<std::uint8_t> packed(Bytes plain, int level) {
  std::vector<std::uint8_t> frame(ZSTD_compressBound(plain.size()));
  const std::size_t size =
      ZSTD_compressCCtx(packing_context(), frame.data(), frame.size(), plain.data(), plain.size(), level);
  const bool is_smaller = ZSTD_isError(size) == 0 && size < plain.size();
  if (!is_smaller && !is_packed(plain)) return {plain.begin(), plain.end()};
  frame.resize(size);
  return frame;
}

Result<io::SharedBlob> unpacked(io::SharedBlob stored, std::uint64_t most) {
  const Bytes bytes = stored->bytes();
  if (!is_packed(bytes)) return stored;
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR)
    return fail("is damaged: its size is missing");
  if (size > most) return fail(say("is damaged: its declared size is impossible: ", size, " bytes"));
  std::vector<std::uint8_t> plain(size);
  const std::size_t done =
      ZSTD_decompressDCtx(unpacking_context(), plain.data(), plain.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(done) != 0 || done != size) return fail("is damaged: it cannot be decompressed");
  return io::blob_of(std::move(plain));
}

}  // namespace symkit::store
