// What says that a log's image and a debug file belong together: a Mach-O UUID or a GNU build id.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace symkit {

class ImageId {
 public:
  static constexpr std::size_t max_size = 32;

  ImageId() = default;
  // Nothing for an empty id or one longer than any tool writes.
  static std::optional<ImageId> from_bytes(Bytes bytes);
  // Hex of either case, with or without dashes.
  static std::optional<ImageId> parse(std::string_view text);

  Bytes bytes() const { return {bytes_.data(), size_}; }
  bool empty() const { return size_ == 0; }
  std::string hex() const;   // lower case, no dashes: the name in a store
  std::string uuid() const;  // upper case with dashes where it has 16 bytes, else as hex()

  auto operator<=>(const ImageId&) const = default;

 private:
  std::array<std::uint8_t, max_size> bytes_{};
  std::uint8_t size_ = 0;
};

}  // namespace symkit
