// What says that a log's image and a debug file belong together: a Mach-O UUID, a GNU build id, or of Windows
// the GUID and the age of the PDB. The last is kept as 16 bytes of the GUID in the order of its text and the
// age without leading zero bytes, and written as Breakpad and symbol servers do: 32 digits and the age,
// "…44422e1".
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/bytes.h"

namespace symkit {

class ImageId {
 public:
  static constexpr std::size_t max_size = 32;

  ImageId() = default;
  // Nothing for an empty id or one longer than any tool writes.
  static std::optional<ImageId> from_bytes(Bytes bytes);
  // `guid`: 16 bytes as Windows' files have them, its first three numbers little-endian.
  static std::optional<ImageId> from_guid(Bytes guid, std::uint32_t age);
  // Hex of either case, with or without dashes.
  static std::optional<ImageId> parse(std::string_view text);

  Bytes bytes() const { return {bytes_.data(), size_}; }
  bool empty() const { return size_ == 0; }
  std::string hex() const;   // lower case, no dashes: the name in a store
  std::string uuid() const;  // upper case with dashes where it has 16 bytes, else as hex()
  // A GUID with an age, of fewer than 24 bits, behind it. Build ids are longer or shorter.
  bool is_guid_and_age() const { return size_ > guid_size && size_ < guid_size + 4; }

  auto operator<=>(const ImageId&) const = default;

 private:
  static constexpr std::size_t guid_size = 16;

  std::array<std::uint8_t, max_size> bytes_{};
  std::uint8_t size_ = 0;
};

}  // namespace symkit
