#include "reports/profile/packing.h"

#include <libdeflate.h>
#include <memory>
#include <zstd.h>

namespace symkit::profile {
namespace {

// Go's own writer of profiles also uses the fastest level, as profiles are read once and soon. Level 3
// would save 3 % of the size and take a third more time.
constexpr int gzip_effort = 1;
constexpr int zstd_effort = 3;

void append_gzip(std::string& out, std::string_view plain) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(gzip_effort), libdeflate_free_compressor);
  const std::size_t begin = out.size();
  out.resize(begin + libdeflate_gzip_compress_bound(compressor.get(), plain.size()));
  out.resize(begin + libdeflate_gzip_compress(compressor.get(), plain.data(), plain.size(),
                                              out.data() + begin, out.size() - begin));
}

void append_zstd(std::string& out, std::string_view plain) {
  const std::size_t begin = out.size();
  out.resize(begin + ZSTD_compressBound(plain.size()));
  const std::size_t size =
      ZSTD_compress(out.data() + begin, out.size() - begin, plain.data(), plain.size(), zstd_effort);
  out.resize(begin + (ZSTD_isError(size) != 0 ? 0 : size));
}

}  // namespace

Packing packing_of(Bytes beginning) {
  const std::string_view text = as_text(beginning);
  if (text.starts_with("\x1f\x8b")) return Packing::Gzip;
  return text.starts_with("\x28\xb5\x2f\xfd") ? Packing::Zstd : Packing::None;
}

void append_packed(std::string& out, std::string_view plain, Packing packing) {
  switch (packing) {
    case Packing::None: out += plain; break;
    case Packing::Gzip: append_gzip(out, plain); break;
    case Packing::Zstd: append_zstd(out, plain); break;
  }
}

}  // namespace symkit::profile
