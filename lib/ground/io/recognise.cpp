// The first bytes of compressed streams.
#include <algorithm>
#include <array>
#include <string_view>

#include "ground/io/decompressor.h"
#include "ground/io/unpacked.h"

namespace symkit::io {
namespace {

using namespace std::string_view_literals;

// Each byte must be between those of `low` and `high`. bzip2's magic is long, because "BZh1" could begin
// a line.
struct Magic {
  Compression compression;
  std::string_view low;
  std::string_view high;
};

constexpr std::array magics = std::to_array<Magic>({
    {Compression::Gzip, "\x1f\x8b\x08"sv, "\x1f\x8b\x08"sv},
    {Compression::Zstd, "\x28\xb5\x2f\xfd"sv, "\x28\xb5\x2f\xfd"sv},
    {Compression::Zstd, "\x50\x2a\x4d\x18"sv, "\x5f\x2a\x4d\x18"sv},  // a skippable frame, as pzstd
                                                                      // writes
    {Compression::Xz, "\xfd\x37\x7a\x58\x5a\x00"sv, "\xfd\x37\x7a\x58\x5a\x00"sv},
    {Compression::Bzip2, "BZh1\x31\x41\x59\x26\x53\x59"sv, "BZh9\x31\x41\x59\x26\x53\x59"sv},
    {Compression::Bzip2, "BZh1\x17\x72\x45\x38\x50\x90"sv, "BZh9\x17\x72\x45\x38\x50\x90"sv},  // empty
});

bool is_between(char c, char low, char high) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= static_cast<unsigned char>(low) && byte <= static_cast<unsigned char>(high);
}

// Whether the bytes match the magic, as far as both go.
bool agrees(std::string_view bytes, const Magic& magic) {
  for (std::size_t i = 0; i < bytes.size() && i < magic.low.size(); ++i)
    if (!is_between(bytes[i], magic.low[i], magic.high[i])) return false;
  return true;
}

}  // namespace

bool looks_compressed(Bytes beginning) {
  return std::ranges::any_of(magics, [&](const Magic& magic) {
    return beginning.size() >= magic.low.size() && agrees(as_text(beginning), magic);
  });
}

Result<Compression> recognise(ByteSource& source) {
  std::size_t before = 0;
  while (true) {
    const Result<std::string_view> bytes = source.peek_further();
    if (!bytes) return fail(bytes.error());
    if (bytes->size() == before) return Compression::None;
    before = bytes->size();
    bool undecided = false;
    for (const Magic& magic : magics) {
      if (!agrees(*bytes, magic)) continue;
      if (bytes->size() >= magic.low.size()) return magic.compression;
      undecided = true;
    }
    if (!undecided) return Compression::None;
  }
}

}  // namespace symkit::io
