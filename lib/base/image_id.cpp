#include "base/image_id.h"

#include <algorithm>

namespace symkit {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string to_hex(Bytes bytes, const char* digits) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace

std::optional<ImageId> ImageId::from_bytes(Bytes bytes) {
  if (bytes.empty() || bytes.size() > max_size) return std::nullopt;
  ImageId id;
  std::ranges::copy(bytes, id.bytes_.begin());
  id.size_ = static_cast<std::uint8_t>(bytes.size());
  return id;
}

std::optional<ImageId> ImageId::parse(std::string_view text) {
  ImageId id;
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == '-') continue;
    const int value = hex_digit(c);
    if (value < 0 || digits == 2 * max_size) return std::nullopt;
    std::uint8_t& byte = id.bytes_[digits / 2];
    byte = static_cast<std::uint8_t>(byte << 4 | value);
    ++digits;
  }
  if (digits == 0 || digits % 2 != 0) return std::nullopt;
  id.size_ = static_cast<std::uint8_t>(digits / 2);
  return id;
}

std::string ImageId::hex() const { return to_hex(bytes(), "0123456789abcdef"); }

std::string ImageId::uuid() const {
  if (size_ != 16) return hex();
  std::string text = to_hex(bytes(), "0123456789ABCDEF");
  for (const std::size_t at : {20U, 16U, 12U, 8U}) text.insert(at, 1, '-');
  return text;
}

}  // namespace symkit
