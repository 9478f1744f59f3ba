#include "stacks/unwind/vector_registers.h"

#include "ground/base/cursor.h"

namespace symkit::unwind {
namespace {

// FXSAVE's record, and what XSAVE has behind it: which parts are used, and how they are laid out, and the
// upper halves of vectors of 32 bytes.
constexpr std::uint64_t float_at = 32, vectors_at = 160, parts_at = 512, layout_at = 520, upper_at = 576,
                        size_with_upper = 832;
constexpr std::uint64_t upper_part = 4, compacted = std::uint64_t{1} << 63;

// In DWARF.
struct Numbers {
  std::uint64_t first_float, first_vector, vectors;
};
constexpr Numbers numbers_x86_64 = {33, 17, 16}, numbers_x86 = {11, 21, 8};
constexpr std::uint64_t floats = 8, first_arm64 = 64, vectors_arm64 = 32;

std::optional<std::uint64_t> number_at(Bytes state, std::uint64_t offset) {
  if (offset + 8 > state.size()) return std::nullopt;
  return Cursor(state.subspan(static_cast<std::size_t>(offset)), Endian::Little).u64();
}

std::optional<std::uint64_t> upper_word(Bytes state, std::uint64_t vector, unsigned word) {
  const auto parts = number_at(state, parts_at), layout = number_at(state, layout_at);
  if (!parts || !layout || (*layout & compacted) != 0) return std::nullopt;
  if ((*parts & upper_part) == 0) return 0;
  return number_at(state, upper_at + vector * 16 + (word - 2) * 8);
}

std::optional<std::uint64_t> word_x86(Bytes state, const Numbers& numbers, std::uint64_t number,
                                      unsigned word) {
  if (number >= numbers.first_float && number - numbers.first_float < floats) {
    constexpr std::uint64_t exponent = 0xffff;
    const auto found = number_at(state, float_at + (number - numbers.first_float) * 16 + word * 8);
    return word == 0 ? found : word == 1 && found ? std::optional(*found & exponent) : std::nullopt;
  }
  if (number < numbers.first_vector || number - numbers.first_vector >= numbers.vectors || word > 3)
    return std::nullopt;
  const std::uint64_t vector = number - numbers.first_vector;
  return word < 2 ? number_at(state, vectors_at + vector * 16 + word * 8) : upper_word(state, vector, word);
}

}  // namespace

std::optional<std::uint64_t> VectorRegisters::word_of(std::uint64_t number, unsigned word) const {
  switch (architecture) {
    case Architecture::X86_64: return word_x86(state, numbers_x86_64, number, word);
    case Architecture::X86: return word_x86(state, numbers_x86, number, word);
    case Architecture::Arm64:
      if (number < first_arm64 || number - first_arm64 >= vectors_arm64 || word > 1) return std::nullopt;
      return number_at(state, (number - first_arm64) * 16 + word * 8);
    default: return std::nullopt;
  }
}

VectorRegisters interrupted_vectors(std::uint64_t stack, const Memory& memory, Architecture architecture) {
  if (architecture == Architecture::X86_64) {
    constexpr std::uint64_t to_pointer = 224;
    const auto at = memory.number(stack + to_pointer, 8);
    if (!at) return {};
    // What follows an older processor's record is something else.
    constexpr std::uint64_t to_magic = 464, magic = 0x4650'5853;
    const bool is_extended = memory.number(*at + to_magic, 4) == magic;
    return {architecture, memory.at(*at, is_extended ? size_with_upper : parts_at)};
  }
  if (architecture == Architecture::Arm64) {
    // The first of the records behind the other registers.
    constexpr std::uint64_t to_record = 128 + 176 + 288, magic = 0x4650'8001, to_first = 16;
    if (memory.number(stack + to_record, 4) != magic) return {};
    return {architecture, memory.at(stack + to_record + to_first, vectors_arm64 * 16)};
  }
  return {};
}

}  // namespace symkit::unwind
