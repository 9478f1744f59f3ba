#include "files/container/huffman_table.h"

#include <algorithm>

namespace symkit::container {
namespace {

using namespace huffman;

std::uint32_t with_length(std::uint32_t symbol, unsigned length) { return symbol + length + (length << 8); }

// Deflate stores codes from their highest bit, but the table is indexed from the lowest.
unsigned reversed(unsigned code, unsigned length) {
  unsigned result = 0;
  for (unsigned i = 0; i < length; ++i) result |= (code >> i & 1) << (length - 1 - i);
  return result;
}

void fill(std::span<std::uint32_t> table, unsigned first, unsigned step, std::uint32_t entry) {
  for (std::size_t i = first; i < table.size(); i += step) table[i] = entry;
}

struct Code {
  unsigned bits = 0;  // reversed
  unsigned length = 0;
};

// The second tables: one for each beginning shared by several long codes.
class SecondTables {
 public:
  SecondTables(std::span<std::uint32_t> table, unsigned table_bits, const std::array<unsigned, 16>& left)
      : table_(table), bits_(table_bits), end_(std::size_t{1} << table_bits), left_(left) {}

  // Codes are added in order, so those with the same beginning are adjacent.
  bool add(Code code, std::uint32_t entry) {
    const unsigned beginning = code.bits & ((1U << bits_) - 1);
    if (!any_ || beginning != beginning_) {
      if (!open(beginning, code.length)) return false;
    }
    const std::span<std::uint32_t> own = table_.subspan(begin_, std::size_t{1} << width_);
    if (code.length - bits_ > width_) return false;
    fill(own, code.bits >> bits_, 1U << (code.length - bits_), entry);
    --left_[code.length];
    return true;
  }

 private:
  // As wide as the longest code with this beginning: lengths increase until the codes fill it.
  bool open(unsigned beginning, unsigned length) {
    width_ = length - bits_;
    unsigned used = left_[length];
    while (used < 1U << width_ && bits_ + width_ < longest_code) {
      ++width_;
      used = (used << 1) + left_[bits_ + width_];
    }
    begin_ = end_;
    end_ += std::size_t{1} << width_;
    if (end_ > table_.size()) return false;
    table_[beginning] =
        static_cast<std::uint32_t>(begin_ << 16) | is_special | is_second_table | (width_ << 8) | bits_;
    beginning_ = beginning;
    any_ = true;
    return true;
  }

  std::span<std::uint32_t> table_;
  unsigned bits_;
  std::size_t end_;
  std::array<unsigned, 16> left_;  // codes not yet added, by length
  std::size_t begin_ = 0;
  unsigned beginning_ = 0;
  unsigned width_ = 0;
  bool any_ = false;
};

}  // namespace

bool build_huffman_table(std::span<const std::uint8_t> lengths, std::span<const std::uint32_t> symbols,
                         unsigned table_bits, std::span<std::uint32_t> table) {
  std::array<unsigned, longest_code + 1> counts{};
  for (const std::uint8_t length : lengths) ++counts[length];
  counts[0] = 0;
  std::array<unsigned, longest_code + 2> offsets{};
  unsigned room = 1, used = 0;  // bit patterns of the current length: all, and the used ones
  for (unsigned length = 1; length <= longest_code; ++length) {
    offsets[length + 1] = offsets[length] + counts[length];
    room <<= 1;
    used = (used << 1) + counts[length];
    if (used > room) return false;
  }
  const unsigned code_count = offsets[longest_code + 1];
  const std::span<std::uint32_t> first = table.first(std::size_t{1} << table_bits);
  if (used < room) {
    // Real compressors write this if there is one distance or none.
    if (code_count > 1 || (code_count == 1 && counts[1] != 1)) return false;
    std::ranges::fill(first, is_invalid | 1);
  }
  std::array<std::uint16_t, 288> sorted{};  // symbols by length, then in their own order
  for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
    if (lengths[symbol] != 0) sorted[offsets[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);

  SecondTables second(table, table_bits, counts);
  unsigned code = 0, length = code_count == 0 ? 0 : lengths[sorted[0]];
  for (unsigned i = 0; i < code_count; ++i, ++code) {
    const unsigned symbol = sorted[i];
    code <<= lengths[symbol] - length;
    length = lengths[symbol];
    const unsigned bits = reversed(code, length);
    if (length <= table_bits) {
      fill(first, bits, 1U << length, with_length(symbols[symbol], length));
    } else if (!second.add({bits, length}, with_length(symbols[symbol], length - table_bits))) {
      return false;
    }
  }
  return true;
}

}  // namespace symkit::container
