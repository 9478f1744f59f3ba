// The fast half of searching for many needles: finds positions of a text that can be the beginning of a
// needle's rarest bytes. Needles share 24 buckets, a bit for each. A position matches if its byte and the
// two after it have a bucket in common. 32 bytes are examined at a time if the processor has instructions
// for it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace symkit::crashlog {

struct NeedleTables {
  static constexpr std::size_t bytes = 3;   // of a needle
  static constexpr std::size_t groups = 3;  // of eight buckets each
  // The buckets of a byte are those that its low and its high half have in common.
  struct Halves {
    alignas(16) std::array<std::uint8_t, 16> low{};
    alignas(16) std::array<std::uint8_t, 16> high{};
  };
  using OfByte = std::array<Halves, groups>;
  std::array<OfByte, bytes> of;
};

class NeedleScan {
 public:
  enum class Way : std::uint8_t { Bytes, Ssse3, Avx2, Avx512, Neon };
  static bool has(Way way);  // this processor
  static Way best();

  NeedleScan(const NeedleTables& tables, std::string_view text, Way way)
      : tables_(tables), text_(text), way_(way) {}

  // Moves to the next blocks of 32 bytes: found() has a bit for each byte of each block. The last block
  // may extend past the end of the text and have bits there, too.
  bool next();
  std::size_t begin() const { return begin_; }  // of the blocks, in the text
  std::span<const std::uint32_t> found() const { return std::span(found_in_blocks_).first(blocks_); }

  static constexpr std::size_t block_size = 32;
  static constexpr std::size_t most_blocks = 64;  // at a time

 private:
  const NeedleTables& tables_;
  std::string_view text_;
  Way way_;
  std::size_t ahead_ = 2;  // blocks to scan: few at first, as the first lines may end the search
  std::size_t begin_ = 0;
  std::size_t blocks_ = 0;  // scanned there
  std::array<std::uint32_t, most_blocks> found_in_blocks_;
};

}  // namespace symkit::crashlog
