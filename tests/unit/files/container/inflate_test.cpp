// The inflater that tells how far it is, held against libdeflate: data of every kind, and data that is
// broken.
#include "files/container/inflate.h"

#include <algorithm>
#include <bit>
#include <libdeflate.h>
#include <memory>
#include <random>

#include "doctest/doctest.h"

#include "support/packing.h"

using namespace symkit;
using namespace symkit::container;
using namespace symkit::test;

namespace {

Buffer packed_at(Bytes bytes, int level) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(level), libdeflate_free_compressor);
  Buffer out(libdeflate_zlib_compress_bound(compressor.get(), bytes.size()));
  out.resize(libdeflate_zlib_compress(compressor.get(), bytes.data(), bytes.size(), out.data(), out.size()));
  return out;
}

bool libdeflate_accepts(Bytes packed, std::span<std::uint8_t> out) {
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> decompressor(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  return libdeflate_zlib_decompress(decompressor.get(), packed.data(), packed.size(), out.data(), out.size(),
                                    nullptr) == LIBDEFLATE_SUCCESS;
}

// What deflate has a way of its own for: noise (stored), few symbols, many that are rare (long codes), runs
// with every short distance.
std::vector<Buffer> samples() {
  std::mt19937 random(3);
  std::vector<Buffer> all(6);
  for (int i = 0; i < 300'000; ++i) {
    all[1].push_back(static_cast<std::uint8_t>(random()));
    all[2].push_back(static_cast<std::uint8_t>('a' + random() % 3));
    all[3].push_back(static_cast<std::uint8_t>(std::countl_zero(static_cast<std::uint32_t>(random())) * 8 +
                                               static_cast<int>(random() % 8)));
  }
  for (unsigned period = 1; period < 40; ++period)
    for (unsigned i = 0; i < 700; ++i) all[4].push_back(static_cast<std::uint8_t>(i % period * 7));
  for (int i = 0; i < 40'000; ++i)
    for (const char c : "_ZN4shop6Basket" + std::to_string(random() % 5000))
      all[5].push_back(static_cast<std::uint8_t>(c));
  return all;
}

}  // namespace

TEST_CASE("what was deflated at any level comes back, and reports rise to its end") {
  for (const Buffer& sample : samples()) {
    for (const int level : {0, 1, 6, 12}) {
      const Buffer stream = packed_at(sample, level);
      Buffer out(sample.size());
      std::vector<std::size_t> reports;
      bool all_final = true;
      const auto result = inflate_zlib(stream, out, [&](std::size_t final_bytes) {
        all_final =
            all_final &&
            std::equal(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(final_bytes), sample.begin());
        reports.push_back(final_bytes);
        return true;
      });
      REQUIRE(result.has_value());
      CHECK(out == sample);
      CHECK(all_final);
      CHECK(std::ranges::is_sorted(reports));
      if (!sample.empty()) CHECK(reports.back() == sample.size());
    }
  }
}

TEST_CASE("large data is reported while the rest is under way") {
  Buffer text;
  std::mt19937 random(9);
  while (text.size() < 4'000'000)
    for (const char c : std::to_string(random())) text.push_back(static_cast<std::uint8_t>(c));
  Buffer out(text.size());
  std::size_t reports = 0;
  REQUIRE(inflate_zlib(packed_at(text, 6), out, [&](std::size_t) { return ++reports != 0; }).has_value());
  CHECK(reports >= 8);
}

TEST_CASE(
    "data that is cut off, too long, too short or changed is refused exactly where libdeflate refuses") {
  std::mt19937 random(11);
  for (const Buffer& sample : samples()) {
    const Bytes part = Bytes(sample).first(std::min<std::size_t>(sample.size(), 5000));
    const Buffer whole = packed_at(part, 6);
    Buffer out(part.size()), expected(part.size());
    for (std::size_t size = 0; size < whole.size(); size += 1 + size / 8)
      CHECK_FALSE(inflate_zlib(Bytes(whole).first(size), out, {}).has_value());
    Buffer longer(part.size() + 1);
    CHECK_FALSE(inflate_zlib(whole, longer, {}).has_value());
    if (!part.empty())
      CHECK_FALSE(inflate_zlib(whole, std::span(out).first(part.size() - 1), {}).has_value());
    for (int i = 0; i < 2000; ++i) {
      Buffer changed = whole;
      changed[random() % changed.size()] ^= static_cast<std::uint8_t>(1 << random() % 8);
      const bool accepted = inflate_zlib(changed, out, {}).has_value();
      CHECK(accepted == libdeflate_accepts(changed, expected));
      if (accepted) CHECK(out == expected);
    }
  }
}
