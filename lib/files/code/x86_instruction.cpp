#include "files/code/x86_instruction.h"

#include <array>
#include <string_view>

#include "ground/base/cursor.h"

namespace symkit::code {
namespace {

using Map = X86Instruction::Map;

// What follows each opcode: - nothing, m the operands' modes, b a byte, w two, z four or (with the prefix
// 66) two, q as many as an operand has, M modes and b, Z modes and z, T modes and perhaps an immediate,
// p a prefix, a an address, e two bytes and one, x not known.
constexpr std::array<std::string_view, 16> after_one_byte = {
    "mmmmbz--mmmmbz-x",  // 0f leads to the other map
    "mmmmbz--mmmmbz--", "mmmmbzp-mmmmbzp-", "mmmmbzp-mmmmbzp-",
    "----------------",  // prefixes with 64 bits
    "----------------", "--xmppppzZbM----", "bbbbbbbbbbbbbbbb", "MZMMmmmmmmmmmmmm",
    "----------x-----", "aaaa----bz------", "bbbbbbbbqqqqqqqq",
    "MMw-mmMZe-w--b--",  // c4, c5: vectors, or with 32 bits perhaps modes
    "mmmmbb--mmmmmmmm", "bbbbbbbbzzxb----", "p-pp--TT------mm",
};
constexpr std::array<std::string_view, 16> after_two_bytes = {
    "mmmmx-----x--m-M", "mmmmmmmmmmmmmmmm", "mmmmxxxxmmmmmmmm", "--------xxxxxxxx",
    "mmmmmmmmmmmmmmmm", "mmmmmmmmmmmmmmmm", "mmmmmmmmmmmmmmmm", "MMMMmmm-mmmmmmmm",
    "zzzzzzzzzzzzzzzz", "mmmmmmmmmmmmmmmm", "---mMmxx---mMmmm", "mmmmmmmmmmMmmmmm",
    "mmMmMMMm--------", "mmmmmmmmmmmmmmmm", "mmmmmmmmmmmmmmmm", "mmmmmmmmmmmmmmmm",
};

char kind_in(const std::array<std::string_view, 16>& map, std::uint8_t opcode) {
  return map.at(opcode >> 4).at(opcode & 0xfU);
}

class Decoder {
 public:
  Decoder(Bytes bytes, bool is_64_bit) : at_(bytes, Endian::Little), is_64_bit_(is_64_bit) {}

  std::optional<X86Instruction> run() {
    if (!read_opcode()) return std::nullopt;
    if (!read_after(kind_) || at_.failed()) return std::nullopt;
    found_.size = at_.offset();
    return found_;
  }

 private:
  static constexpr std::uint8_t other_map = 0x0f;

  bool read_opcode() {
    constexpr unsigned most_prefixes = 14;
    for (unsigned i = 0; i < most_prefixes; ++i) {
      found_.opcode = at_.u8();
      if (at_.failed()) return false;
      const bool is_wide = is_64_bit_ && found_.opcode >> 4 == 4;
      if (!is_wide && kind_in(after_one_byte, found_.opcode) != 'p') return choose_map();
      if (found_.opcode == 0x66) has_narrow_operand_ = true;
      if (found_.opcode == 0x67) has_narrow_address_ = true;
      found_.wide = is_wide ? found_.opcode : 0;
    }
    return false;
  }

  bool choose_map() {
    constexpr std::uint8_t long_vector = 0xc4, vector = 0xc5, newer_vector = 0x62;
    if (found_.opcode == other_map) return choose_other_map();
    const bool is_vector =
        found_.opcode == long_vector || found_.opcode == vector || found_.opcode == newer_vector;
    if (is_vector && (is_64_bit_ || Cursor(at_).u8() >> 6 == 3)) {
      // The prefix says which map the opcode is in.
      const unsigned map = found_.opcode == vector ? (at_.u8(), 1U) : at_.u8() & 7U;
      if (found_.opcode != vector) at_.skip(found_.opcode == long_vector ? 1 : 2);
      found_.opcode = at_.u8();
      return use_vectors_map(map);
    }
    kind_ = kind_in(after_one_byte, found_.opcode);
    return true;
  }

  bool use_vectors_map(unsigned map) {
    constexpr unsigned of_two_bytes = 1, with_immediate = 3;
    found_.map = Map::Other;
    kind_ = 'm';
    if (map == of_two_bytes) kind_ = kind_in(after_two_bytes, found_.opcode);
    if (map == with_immediate) kind_ = 'M';
    return map != 0;
  }

  bool choose_other_map() {
    constexpr std::uint8_t three_bytes = 0x38, three_bytes_and_immediate = 0x3a;
    found_.opcode = at_.u8();
    if (found_.opcode == three_bytes || found_.opcode == three_bytes_and_immediate) {
      kind_ = found_.opcode == three_bytes ? 'm' : 'M';
      found_.opcode = at_.u8();
      found_.map = Map::Other;
      return true;
    }
    found_.map = Map::TwoBytes;
    kind_ = kind_in(after_two_bytes, found_.opcode);
    return true;
  }

  bool read_after(char kind) {
    switch (kind) {
      case '-': return true;
      case 'm': return read_modes();
      case 'M': return read_modes() && read_immediate(1);
      case 'Z': return read_modes() && read_immediate(usual());
      case 'T': return read_test();
      case 'b': return read_immediate(1);
      case 'w': return read_immediate(2);
      // Calls and jumps of 64 bits are not shortened.
      case 'z': return read_immediate(found_.map == Map::TwoBytes || found_.opcode >> 4 == 0xe ? 4 : usual());
      case 'q': return read_immediate(found_.is_wide() ? 8 : usual());
      case 'a': return read_immediate(is_64_bit_ != has_narrow_address_ ? (is_64_bit_ ? 8 : 2) : 4);
      case 'e': at_.skip(3); return true;
      default: return false;
    }
  }

  unsigned usual() const { return has_narrow_operand_ && !found_.is_wide() ? 2 : 4; }

  bool read_test() {
    constexpr std::uint8_t of_bytes = 0xf6;
    if (!read_modes()) return false;
    if ((found_.first() & 7U) > 1) return true;
    return read_immediate(found_.opcode == of_bytes ? 1 : usual());
  }

  std::int64_t signed_of(unsigned size) {
    const unsigned unused = 64 - 8 * size;
    return static_cast<std::int64_t>(at_.unsigned_of(size) << unused) >> unused;
  }

  bool read_immediate(unsigned size) {
    found_.immediate = signed_of(size);
    return true;
  }

  bool read_modes() {
    constexpr unsigned with_sum = 4, without_base = 5;
    if (!is_64_bit_ && has_narrow_address_) return false;
    const std::uint8_t modes = at_.u8();
    found_.modes = modes;
    const unsigned mode = modes >> 6, operand = modes & 7U;
    if (mode == 3) return true;
    if (operand == with_sum) found_.scaled = at_.u8();
    const unsigned base = found_.scaled ? *found_.scaled & 7U : operand;
    if (mode == 1) found_.displacement = signed_of(1);
    if (mode == 2 || (mode == 0 && base == without_base)) found_.displacement = signed_of(4);
    return true;
  }

  Cursor at_;
  bool is_64_bit_;
  bool has_narrow_operand_ = false, has_narrow_address_ = false;
  char kind_ = 'x';
  X86Instruction found_;
};

}  // namespace

std::optional<unsigned> X86Instruction::base() const {
  constexpr unsigned without_base = 5, no_index = 4;
  if (!second_is_memory()) return std::nullopt;
  const unsigned operand = (scaled ? *scaled : *modes) & 7U;
  if (*modes >> 6 == 0 && operand == without_base) return std::nullopt;
  const bool is_sum = scaled && ((*scaled >> 3 & 7U) != no_index || (wide & 2U) != 0);
  return is_sum ? std::nullopt : std::optional(operand | (wide & 1U) << 3);
}

std::optional<X86Instruction> x86_instruction(Bytes bytes, bool is_64_bit) {
  return Decoder(bytes, is_64_bit).run();
}

}  // namespace symkit::code
