// The id that a log's image and its debug file share: a Mach-O UUID, a GNU build id, or, on Windows, the
// GUID and age of the PDB. The last is stored as the 16 bytes of the GUID in the order of its text,
// followed by the age without leading zero bytes. It is written as in Breakpad and on symbol servers: 32
// digits and the age, "…44422e1".
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
  // `guid`: 16 bytes as in Windows files, with the first three numbers little-endian.
  static std::optional<ImageId> from_guid(Bytes guid, std::uint32_t age);
  // Hexadecimal digits in either case, with or without dashes.
  static std::optional<ImageId> parse(std::string_view text);

  Bytes bytes() const { return {bytes_.data(), size_}; }
  bool empty() const { return size_ == 0; }
  std::string hex() const;   // lower case, no dashes: the name in a store
  std::string uuid() const;  // upper case with dashes if it has 16 bytes, else the same as hex()
  // A GUID followed by an age of fewer than 24 bits. Build ids are longer or shorter.
  bool is_guid_and_age() const { return size_ > guid_size && size_ < guid_size + 4; }

  auto operator<=>(const ImageId&) const = default;

 private:
  static constexpr std::size_t guid_size = 16;

  std::array<std::uint8_t, max_size> bytes_{};
  std::uint8_t size_ = 0;
};

}  // namespace symkit
