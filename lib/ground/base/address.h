// The three kinds of address in symbolication. They are separate types, so that mixing them up does not
// compile: a runtime address (shown in a crash log), a file address (used by DWARF and symbol tables) and
// an image offset (file address minus text base, the key of an index).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "ground/base/architecture.h"

namespace symkit {

template <class Kind>
struct Address {
  std::uint64_t value = 0;
  auto operator<=>(const Address&) const = default;
};

using RuntimeAddress = Address<struct RuntimeKind>;
using FileAddress = Address<struct FileKind>;
using ImageOffset = Address<struct ImageKind>;

// Images are loaded at pages of this size or larger.
inline constexpr std::uint64_t page_size = 4096;

// The difference that the loader added to every file address of an image. It wraps, because an image can
// be moved down.
struct Slide {
  std::uint64_t value = 0;
};

inline Slide slide_of(RuntimeAddress loaded_at, FileAddress text_base) {
  return {loaded_at.value - text_base.value};
}

inline FileAddress to_file(RuntimeAddress address, Slide slide) { return {address.value - slide.value}; }

// Nothing if the address is below the text base: such an address belongs to no image.
inline std::optional<ImageOffset> to_offset(FileAddress address, FileAddress text_base) {
  if (address < text_base) return std::nullopt;
  return ImageOffset{address.value - text_base.value};
}

inline FileAddress to_file(ImageOffset offset, FileAddress text_base) {
  return {offset.value + text_base.value};
}

// arm64e signs pointers in the bits that an address does not use; bit 55 gives the half of memory it is
// in.
inline RuntimeAddress without_signature(RuntimeAddress address, Architecture architecture) {
  if (architecture != Architecture::Arm64e) return address;
  constexpr std::uint64_t free_bits = ~std::uint64_t{0} << 47;
  const bool is_upper_half = (address.value >> 55 & 1) != 0;
  return {is_upper_half ? address.value | free_bits : address.value & ~free_bits};
}

}  // namespace symkit
