#include "files/container/inflate.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <libdeflate.h>

#include "files/container/deflate_bits.h"
#include "files/container/huffman_table.h"
#include "ground/base/cursor.h"

namespace symkit::container {
namespace {

using namespace huffman;

constexpr unsigned literal_bits = 11;  // with its second tables at most 2342 entries,
constexpr unsigned distance_bits = 8;  // and this one 402, for any code
constexpr std::size_t literal_entries = 2400;
constexpr std::size_t distance_entries = 512;
constexpr unsigned longest_match = 258;

// Bytes between reports.
constexpr std::size_t report_every = 1 << 18;

constexpr std::uint32_t with_extra(std::uint32_t value, unsigned extra_bits) {
  return value << 16 | extra_bits;
}

constexpr std::array<std::uint32_t, 288> literal_symbols = [] {
  std::array<std::uint32_t, 288> symbols{};
  for (unsigned i = 0; i < 256; ++i) symbols[i] = is_literal | i << 16;
  symbols[256] = is_special | is_end;
  unsigned length = 3;
  for (unsigned i = 0; i < 28; ++i) {
    const unsigned extra = i < 8 ? 0 : i / 4 - 1;
    symbols[257 + i] = with_extra(length, extra);
    length += 1U << extra;
  }
  // The last two are never used; like libdeflate, treat them as the one before.
  symbols[285] = symbols[286] = symbols[287] = with_extra(258, 0);
  return symbols;
}();

constexpr std::array<std::uint32_t, 32> distance_symbols = [] {
  std::array<std::uint32_t, 32> symbols{};
  unsigned distance = 1;
  for (unsigned i = 0; i < 30; ++i) {
    const unsigned extra = i < 4 ? 0 : i / 2 - 1;
    symbols[i] = with_extra(distance, extra);
    distance += 1U << extra;
  }
  symbols[30] = symbols[31] = symbols[29];  // never used either
  return symbols;
}();

void copy_word(std::uint8_t* to, const std::uint8_t* from) { std::memcpy(to, from, 8); }
void copy_two_words(std::uint8_t* to, const std::uint8_t* from) { std::memcpy(to, from, 16); }

class Inflater {
 public:
  Inflater(Bytes data, std::span<std::uint8_t> out, const std::function<bool(std::size_t)>& ready)
      : bits_(data), begin_(out.data()), out_(out.data()), end_(out.data() + out.size()), ready_(ready) {}

  // Decodes all blocks; false if they are broken or their length differs from `out`.
  bool run() {
    bool is_last = false;
    while (!is_last) {
      bits_.refill();
      is_last = bits_.take(1) != 0;
      if (!block(bits_.take(2)) || bits_.overrun()) return false;
      if (!report(is_last ? 0 : report_every)) return false;
    }
    return out_ == end_;
  }
  std::uint32_t checksum() const { return checksum_; }
  Bytes rest() { return bits_.rest(); }

 private:
  bool block(unsigned type) {
    switch (type) {
      case 0: return stored_block();
      case 1: return read_fixed_codes() && packed_block();
      case 2: return read_codes() && packed_block();
      default: return false;
    }
  }

  // The bytes are still in the cache, so this is the time to compute their checksum.
  bool report(std::size_t least) {
    const auto done = static_cast<std::size_t>(out_ - begin_);
    if (done - reported_ < std::max<std::size_t>(least, 1)) return true;
    checksum_ = libdeflate_adler32(checksum_, begin_ + reported_, done - reported_);
    reported_ = done;
    return !ready_ || ready_(done);
  }

  bool stored_block() {
    const Bytes rest = bits_.rest();
    if (rest.size() < 4) return false;
    Cursor at(rest, Endian::Little);
    const std::size_t size = at.u16(), complement = at.u16();
    if (size != (~complement & 0xffff) || size > rest.size() - 4 || size > room()) return false;
    std::copy_n(rest.data() + 4, size, out_);
    out_ += size;
    bits_.go_to(rest.data() + 4 + size);
    return true;
  }

  bool read_fixed_codes() {
    std::array<std::uint8_t, 288> lengths{};
    for (unsigned i = 0; i < 288; ++i) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    std::array<std::uint8_t, 32> distances{};
    distances.fill(5);
    return build_huffman_table(lengths, literal_symbols, literal_bits, literals_) &&
           build_huffman_table(distances, distance_symbols, distance_bits, distances_);
  }

  bool read_codes() {
    constexpr std::array<std::uint8_t, 19> order = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
    bits_.refill();
    const unsigned literal_count = bits_.take(5) + 257, distance_count = bits_.take(5) + 1;
    const unsigned length_count = bits_.take(4) + 4;
    std::array<std::uint8_t, 19> code_lengths{};
    for (unsigned i = 0; i < length_count; ++i) {
      bits_.refill();
      code_lengths[order[i]] = static_cast<std::uint8_t>(bits_.take(3));
    }
    constexpr unsigned table_bits = 7;
    std::array<std::uint32_t, 1 << table_bits> table{};
    static constexpr auto symbols = [] {
      std::array<std::uint32_t, 19> all{};
      for (unsigned i = 0; i < all.size(); ++i) all[i] = i << 16;
      return all;
    }();
    if (!build_huffman_table(code_lengths, symbols, table_bits, table)) return false;
    std::array<std::uint8_t, 288 + 32> lengths{};
    const unsigned count = literal_count + distance_count;
    for (unsigned i = 0; i < count;) {
      bits_.refill();
      const std::uint32_t entry = table[bits_.word() & ((1U << table_bits) - 1)];
      if ((entry & is_special) != 0) return false;
      bits_.drop(entry & 0xff);
      const unsigned symbol = entry >> 16;
      if (symbol < 16) {
        lengths[i++] = static_cast<std::uint8_t>(symbol);
        continue;
      }
      if (symbol == 16 && i == 0) return false;
      const std::uint8_t value = symbol == 16 ? lengths[i - 1] : std::uint8_t{0};
      const unsigned times = symbol == 16   ? 3 + bits_.take(2)
                             : symbol == 17 ? 3 + bits_.take(3)
                                            : 11 + bits_.take(7);
      if (times > count - i) return false;
      std::fill_n(lengths.begin() + i, times, value);
      i += times;
    }
    const std::span<const std::uint8_t> all = lengths;
    return lengths[256] != 0 &&
           build_huffman_table(all.first(literal_count), literal_symbols, literal_bits, literals_) &&
           build_huffman_table(all.subspan(literal_count, distance_count), distance_symbols, distance_bits,
                               distances_);
  }

  std::size_t room() const { return static_cast<std::size_t>(end_ - out_); }

  static std::uint32_t look_up(const std::uint32_t* table, unsigned table_bits, DeflateBits& bits) {
    std::uint32_t entry = table[bits.word() & ((1U << table_bits) - 1)];
    if ((entry & is_second_table) != 0 && (entry & is_literal) == 0 && (entry & is_special) != 0) {
      bits.drop(table_bits);
      entry = table[(entry >> 16) + (bits.word() & ((1U << (entry >> 8 & 0xf)) - 1))];
    }
    return entry;
  }
  // The value of an entry, including the extra bits after its code.
  static unsigned value_of(std::uint32_t entry, DeflateBits& bits) {
    const unsigned all = entry & 0xff, code = entry >> 8 & 0xf;
    const std::uint64_t extra = (bits.word() & ((std::uint64_t{1} << all) - 1)) >> code;
    bits.drop(all);
    return (entry >> 16) + static_cast<unsigned>(extra);
  }

  bool packed_block() {
    while (true) {
      bool done = false;
      if (!run_fast(done)) return false;
      if (done) return true;
      if (!run_one(done)) return false;
      if (done) return true;
    }
  }

  // As long as neither end is near, only the distance is checked.
  bool run_fast(bool& done) {
    constexpr std::size_t output_margin = longest_match + 48;
    constexpr std::size_t input_margin = 32;
    if (room() < output_margin || bits_.input_left() < input_margin) return true;
    std::uint8_t* out = out_;
    std::uint8_t* const limit = end_ - output_margin;
    const std::uint8_t* const input_limit = bits_.end() - input_margin;
    DeflateBits bits = bits_;
    const std::uint32_t* const literals = literals_.data();
    const std::uint32_t* const distances = distances_.data();
    constexpr unsigned mask = (1U << literal_bits) - 1;
    bool good = true;
    bits.refill_fast();
    std::uint32_t entry = literals[bits.word() & mask];
    while (true) {
      // Three literals of the first table and the code after them need less than the 56 available bits.
      if ((entry & is_literal) != 0) {
        bits.drop(entry & 0xff);
        *out++ = static_cast<std::uint8_t>(entry >> 16);
        entry = literals[bits.word() & mask];
        if ((entry & is_literal) != 0) {
          bits.drop(entry & 0xff);
          *out++ = static_cast<std::uint8_t>(entry >> 16);
          entry = literals[bits.word() & mask];
          if ((entry & is_literal) != 0) {
            bits.drop(entry & 0xff);
            *out++ = static_cast<std::uint8_t>(entry >> 16);
            if (out >= limit || bits.at() > input_limit) break;
            bits.refill_fast();
            entry = literals[bits.word() & mask];
            continue;
          }
        }
        bits.refill_fast();
      }
      if ((entry & is_special) != 0) {
        if ((entry & is_second_table) != 0) entry = look_up(literals, literal_bits, bits);
        if ((entry & is_literal) != 0) {
          bits.drop(entry & 0xff);
          *out++ = static_cast<std::uint8_t>(entry >> 16);
          if (out >= limit || bits.at() > input_limit) break;
          bits.refill_fast();
          entry = literals[bits.word() & mask];
          continue;
        }
        if ((entry & is_special) != 0) {
          bits.drop(entry & 0xff);
          done = good = (entry & is_end) != 0;
          break;
        }
      }
      const unsigned length = value_of(entry, bits);
      const std::uint32_t distance_entry = look_up(distances, distance_bits, bits);
      if ((distance_entry & is_special) != 0) {
        good = false;
        break;
      }
      const unsigned distance = value_of(distance_entry, bits);
      if (distance > static_cast<std::size_t>(out - begin_)) {
        good = false;
        break;
      }
      const bool goes_on = out + length < limit && bits.at() <= input_limit;
      if (goes_on) {
        bits.refill_fast();
        entry = literals[bits.word() & mask];
      }
      copy_match(out, distance, length);
      out += length;
      if (!goes_on) break;
    }
    bits_ = bits;
    out_ = out;
    return good;
  }

  // Writes up to 40 bytes more than `length`.
  static void copy_match(std::uint8_t* out, unsigned distance, unsigned length) {
    const std::uint8_t* from = out - distance;
    std::uint8_t* const stop = out + length;
    if (distance >= 16) {
      copy_two_words(out, from);
      copy_two_words(out + 16, from + 16);
      for (out += 32, from += 32; out < stop; out += 16, from += 16) copy_two_words(out, from);
      return;
    }
    if (distance >= 8) {
      for (; out < stop; out += 8, from += 8) copy_word(out, from);
      return;
    }
    if (distance == 1) {
      std::memset(out, *from, length);
      return;
    }
    // The pattern repeats: every step doubles how much of it was written.
    copy_word(out, from);
    for (out += distance, from += 0; out < stop; out += distance) copy_word(out, from);
  }

  // One symbol, with every check.
  bool run_one(bool& done) {
    bits_.refill();
    const std::uint32_t entry = look_up(literals_.data(), literal_bits, bits_);
    if (bits_.overrun()) return false;
    if ((entry & is_literal) != 0) {
      if (room() == 0) return false;
      bits_.drop(entry & 0xff);
      *out_++ = static_cast<std::uint8_t>(entry >> 16);
      return !bits_.overrun();
    }
    if ((entry & is_special) != 0) {
      bits_.drop(entry & 0xff);
      done = (entry & is_end) != 0;
      return done;
    }
    const unsigned length = value_of(entry, bits_);
    const std::uint32_t distance_entry = look_up(distances_.data(), distance_bits, bits_);
    if ((distance_entry & is_special) != 0) return false;
    const unsigned distance = value_of(distance_entry, bits_);
    if (distance > static_cast<std::size_t>(out_ - begin_) || length > room() || bits_.overrun())
      return false;
    for (unsigned i = 0; i < length; ++i, ++out_) *out_ = out_[-static_cast<std::ptrdiff_t>(distance)];
    return true;
  }

  DeflateBits bits_;
  std::uint8_t* begin_;
  std::uint8_t* out_;
  std::uint8_t* end_;
  const std::function<bool(std::size_t)>& ready_;
  std::size_t reported_ = 0;
  std::uint32_t checksum_ = 1;
  std::array<std::uint32_t, literal_entries> literals_{};
  std::array<std::uint32_t, distance_entries> distances_{};
};

}  // namespace

Result<void> inflate_zlib(Bytes data, std::span<std::uint8_t> out,
                          const std::function<bool(std::size_t)>& ready) {
  const auto broken = [] { return fail("broken zlib data, or not as long as its header declares"); };
  constexpr unsigned deflate_method = 8;
  if (data.size() < 6) return broken();
  const bool has_dictionary = (data[1] & 0x20) != 0;
  if ((data[0] & 0xf) != deflate_method || (data[0] >> 4) > 7 || (data[0] << 8 | data[1]) % 31 != 0 ||
      has_dictionary)
    return broken();
  Inflater inflater(data.subspan(2), out, ready);
  if (!inflater.run()) return broken();
  const Bytes rest = inflater.rest();
  if (rest.size() < 4) return broken();
  if (Cursor(rest, Endian::Big).u32() != inflater.checksum()) return broken();
  return {};
}

}  // namespace symkit::container
