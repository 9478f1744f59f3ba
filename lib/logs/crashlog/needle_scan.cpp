#include "logs/crashlog/needle_scan.h"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#if __has_include(<sys/platform/x86.h>) && !defined(__clang__)  // which knows no _Bool in C++
#include <sys/platform/x86.h>
#endif
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

// The C library has queried the processor already. The compiler's own builtin queries it again whenever a
// tool starts, and in a virtual machine each of its ten queries takes as long as a page fault.
#if defined(CPU_FEATURE_ACTIVE)
#define SYMKIT_PROCESSOR_HAS(feature, name) CPU_FEATURE_ACTIVE(feature)
#else
#define SYMKIT_PROCESSOR_HAS(feature, name) (__builtin_cpu_supports(name) != 0)
#endif

namespace symkit::crashlog {
namespace {

constexpr std::size_t block_size = NeedleScan::block_size;
// For a block's last position the bytes after the block are examined, too.
constexpr std::size_t bytes_behind = NeedleTables::bytes - 1;
constexpr std::size_t bytes_needed = block_size + bytes_behind;

// The matches in each of the blocks at the beginning of the text: a bit for each byte.
using FoundInBlocks = std::span<std::uint32_t>;

std::uint32_t found_by_bytes(const NeedleTables& tables, const char* text) {
  std::uint32_t found = 0;
  for (std::size_t at = 0; at < block_size; ++at)
    for (std::size_t group = 0; group < NeedleTables::groups; ++group) {
      unsigned buckets = 0xff;
      for (std::size_t i = 0; i < NeedleTables::bytes && buckets != 0; ++i) {
        const auto byte = static_cast<unsigned char>(text[at + i]);
        const NeedleTables::Halves& halves = tables.of[i][group];
        buckets &= halves.low[byte & 15U] & halves.high[byte >> 4U];
      }
      found |= std::uint32_t{buckets != 0} << at;
    }
  return found;
}

void scan_by_bytes(const NeedleTables& tables, const char* text, FoundInBlocks found) {
  for (std::uint32_t& one : found) {
    one = found_by_bytes(tables, text);
    text += block_size;
  }
}

#if defined(__x86_64__)

__attribute__((target("ssse3"))) inline __m128i loaded(const std::array<std::uint8_t, 16>& table) {
  return _mm_load_si128(reinterpret_cast<const __m128i*>(table.data()));
}

// The 16 positions from `text` on.
__attribute__((target("ssse3"))) inline std::uint32_t found_by_ssse3(const NeedleTables& tables,
                                                                     const char* text) {
  const __m128i half = _mm_set1_epi8(15);
  __m128i buckets[NeedleTables::groups];
  for (__m128i& one : buckets) one = _mm_set1_epi8(-1);
  for (std::size_t i = 0; i < NeedleTables::bytes; ++i) {
    const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + i));
    const __m128i low = _mm_and_si128(here, half);
    const __m128i high = _mm_and_si128(_mm_srli_epi16(here, 4), half);
    for (std::size_t group = 0; group < NeedleTables::groups; ++group) {
      const NeedleTables::Halves& halves = tables.of[i][group];
      const __m128i both = _mm_and_si128(_mm_shuffle_epi8(loaded(halves.low), low),
                                         _mm_shuffle_epi8(loaded(halves.high), high));
      buckets[group] = _mm_and_si128(buckets[group], both);
    }
  }
  __m128i any = _mm_setzero_si128();
  for (const __m128i& one : buckets) any = _mm_or_si128(any, one);
  const __m128i none = _mm_cmpeq_epi8(any, _mm_setzero_si128());
  return static_cast<std::uint32_t>(_mm_movemask_epi8(none)) ^ 0xffffU;
}

__attribute__((target("ssse3"))) void scan_by_ssse3(const NeedleTables& tables, const char* text,
                                                    FoundInBlocks found) {
  for (std::uint32_t& one : found) {
    one = found_by_ssse3(tables, text) | found_by_ssse3(tables, text + block_size / 2) << 16U;
    text += block_size;
  }
}

struct Tables256 {
  struct Pair {
    __m256i low, high;
  };
  Pair of[NeedleTables::bytes][NeedleTables::groups];
};

__attribute__((target("avx2"))) inline __m256i twice(const std::array<std::uint8_t, 16>& table) {
  return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(table.data())));
}

// With 32 registers the tables stay in registers for the whole scan.
__attribute__((target("avx2"), always_inline)) inline Tables256 loaded_twice(const NeedleTables& tables) {
  Tables256 made;
  for (std::size_t i = 0; i < NeedleTables::bytes; ++i)
    for (std::size_t group = 0; group < NeedleTables::groups; ++group)
      made.of[i][group] = {twice(tables.of[i][group].low), twice(tables.of[i][group].high)};
  return made;
}

struct Buckets256 {
  __m256i first, second, third;  // of the groups
};
static_assert(NeedleTables::groups == 3 && NeedleTables::bytes == 3);

__attribute__((target("avx2"), always_inline)) inline __m256i looked_up(const Tables256::Pair& tables,
                                                                        __m256i low, __m256i high) {
  return _mm256_and_si256(_mm256_shuffle_epi8(tables.low, low), _mm256_shuffle_epi8(tables.high, high));
}

// Keeps only the buckets that the bytes from `text` on have.
__attribute__((target("avx2"), always_inline)) inline void narrow(
    Buckets256& buckets, const Tables256::Pair (&tables)[NeedleTables::groups], const char* text) {
  const __m256i half = _mm256_set1_epi8(15);
  const __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text));
  const __m256i low = _mm256_and_si256(here, half);
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(here, 4), half);
  buckets.first = _mm256_and_si256(buckets.first, looked_up(tables[0], low, high));
  buckets.second = _mm256_and_si256(buckets.second, looked_up(tables[1], low, high));
  buckets.third = _mm256_and_si256(buckets.third, looked_up(tables[2], low, high));
}

__attribute__((target("avx2"), always_inline)) inline std::uint32_t found_in_256(const Tables256& tables,
                                                                                 const char* text) {
  Buckets256 buckets{_mm256_set1_epi8(-1), _mm256_set1_epi8(-1), _mm256_set1_epi8(-1)};
  narrow(buckets, tables.of[0], text);
  narrow(buckets, tables.of[1], text + 1);
  narrow(buckets, tables.of[2], text + 2);
  const __m256i any = _mm256_or_si256(_mm256_or_si256(buckets.first, buckets.second), buckets.third);
  const __m256i none = _mm256_cmpeq_epi8(any, _mm256_setzero_si256());
  return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(none));
}

__attribute__((target("avx2"))) void scan_by_avx2(const NeedleTables& tables, const char* text,
                                                  FoundInBlocks found) {
  const Tables256 loaded = loaded_twice(tables);
  for (std::uint32_t& one : found) {
    one = found_in_256(loaded, text);
    text += block_size;
  }
}

// The same, with more registers.
__attribute__((target("avx512vl,avx512bw"))) void scan_by_avx512(const NeedleTables& tables, const char* text,
                                                                 FoundInBlocks found) {
  const Tables256 loaded = loaded_twice(tables);
  for (std::uint32_t& one : found) {
    one = found_in_256(loaded, text);
    text += block_size;
  }
}

#elif defined(__aarch64__)

// The 16 positions from `text` on: 255 for a match.
inline uint8x16_t found_by_neon(const NeedleTables& tables, const char* text) {
  uint8x16_t buckets[NeedleTables::groups];
  for (uint8x16_t& one : buckets) one = vdupq_n_u8(0xff);
  for (std::size_t i = 0; i < NeedleTables::bytes; ++i) {
    const uint8x16_t here = vld1q_u8(reinterpret_cast<const std::uint8_t*>(text + i));
    const uint8x16_t low = vandq_u8(here, vdupq_n_u8(15));
    const uint8x16_t high = vshrq_n_u8(here, 4);
    for (std::size_t group = 0; group < NeedleTables::groups; ++group) {
      const NeedleTables::Halves& halves = tables.of[i][group];
      buckets[group] = vandq_u8(buckets[group], vandq_u8(vqtbl1q_u8(vld1q_u8(halves.low.data()), low),
                                                         vqtbl1q_u8(vld1q_u8(halves.high.data()), high)));
    }
  }
  uint8x16_t any = vdupq_n_u8(0);
  for (const uint8x16_t& one : buckets) any = vorrq_u8(any, one);
  return vtstq_u8(any, any);
}

// A bit for each byte.
inline std::uint32_t bits_of(uint8x16_t found) {
  static constexpr std::array<std::uint8_t, 16> weights = {1, 2, 4, 8, 16, 32, 64, 128,
                                                           1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t weighed = vandq_u8(found, vld1q_u8(weights.data()));
  return vaddv_u8(vget_low_u8(weighed)) | std::uint32_t{vaddv_u8(vget_high_u8(weighed))} << 8U;
}

void scan_by_neon(const NeedleTables& tables, const char* text, FoundInBlocks found) {
  for (std::uint32_t& one : found) {
    const uint8x16_t first = found_by_neon(tables, text);
    const uint8x16_t second = found_by_neon(tables, text + block_size / 2);
    const bool none = vmaxvq_u8(vorrq_u8(first, second)) == 0;
    one = none ? 0 : bits_of(first) | bits_of(second) << 16U;
    text += block_size;
  }
}

#endif

void scan(const NeedleTables& tables, const char* text, FoundInBlocks found, NeedleScan::Way way) {
  switch (way) {
#if defined(__x86_64__)
    case NeedleScan::Way::Ssse3: return scan_by_ssse3(tables, text, found);
    case NeedleScan::Way::Avx2: return scan_by_avx2(tables, text, found);
    case NeedleScan::Way::Avx512: return scan_by_avx512(tables, text, found);
#elif defined(__aarch64__)
    case NeedleScan::Way::Neon: return scan_by_neon(tables, text, found);
#endif
    default: return scan_by_bytes(tables, text, found);
  }
}

}  // namespace

bool NeedleScan::has(Way way) {
  switch (way) {
#if defined(__x86_64__)
    case Way::Ssse3: return SYMKIT_PROCESSOR_HAS(SSSE3, "ssse3");
    case Way::Avx2: return SYMKIT_PROCESSOR_HAS(AVX2, "avx2");
    case Way::Avx512:
      return SYMKIT_PROCESSOR_HAS(AVX512VL, "avx512vl") && SYMKIT_PROCESSOR_HAS(AVX512BW, "avx512bw");
#elif defined(__aarch64__)
    case Way::Neon: return true;
#endif
    default: return way == Way::Bytes;
  }
}

NeedleScan::Way NeedleScan::best() {
  static const Way found = [] {
    for (const Way way : {Way::Avx512, Way::Avx2, Way::Ssse3, Way::Neon})
      if (has(way)) return way;
    return Way::Bytes;
  }();
  return found;
}

// Scans the next blocks, at least one. If less than a block remains, it is copied to where enough bytes
// follow it.
bool NeedleScan::next() {
  begin_ += blocks_ * block_size;
  const std::string_view rest = text_.substr(std::min(begin_, text_.size()));
  if (rest.size() < 2) return false;
  if (rest.size() >= bytes_needed) {
    blocks_ = std::min((rest.size() - bytes_behind) / block_size, ahead_);
    ahead_ = std::min(ahead_ * 2, most_blocks);
    scan(tables_, &rest.front(), FoundInBlocks(found_in_blocks_).first(blocks_), way_);
  } else {
    blocks_ = 1;
    std::array<char, bytes_needed> end{};
    std::ranges::copy(rest, end.begin());
    scan(tables_, end.data(), FoundInBlocks(found_in_blocks_).first(1), way_);
  }
  return true;
}

}  // namespace symkit::crashlog
