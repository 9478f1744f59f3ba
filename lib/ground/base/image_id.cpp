#include "ground/base/image_id.h"

#include <algorithm>

#include "ground/base/hex.h"

namespace symkit {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::optional<ImageId> ImageId::from_bytes(Bytes bytes) {
  if (bytes.empty() || bytes.size() > max_size) return std::nullopt;
  ImageId id;
  std::ranges::copy(bytes, id.bytes_.begin());
  id.size_ = static_cast<std::uint8_t>(bytes.size());
  return id;
}

std::optional<ImageId> ImageId::from_guid(Bytes guid, std::uint32_t age) {
  if (guid.size() != guid_size) return std::nullopt;
  ImageId id;
  constexpr std::array<std::size_t, guid_size> order{3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
  for (std::size_t i = 0; i < guid_size; ++i) id.bytes_[i] = guid[order[i]];
  id.size_ = guid_size;
  for (unsigned shift = 24; shift != 0; shift -= 8)
    if (age >> shift != 0) id.bytes_[id.size_++] = static_cast<std::uint8_t>(age >> shift);
  id.bytes_[id.size_++] = static_cast<std::uint8_t>(age);
  return id;
}

// An odd number of digits is a GUID and an age.
std::optional<ImageId> ImageId::parse(std::string_view text) {
  const auto all = static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return c != '-'; }));
  const bool has_age = all % 2 != 0 && all > 2 * guid_size && all < 2 * (guid_size + 4);
  ImageId id;
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == '-') continue;
    if (has_age && digits == 2 * guid_size) ++digits;
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

std::string ImageId::hex() const {
  std::string text = to_hex(bytes());
  if (is_guid_and_age() && text[2 * guid_size] == '0') text.erase(2 * guid_size, 1);
  return text;
}

std::string ImageId::uuid() const {
  if (size_ != 16) return hex();
  std::string text = to_hex(bytes(), "0123456789ABCDEF");
  for (const std::size_t at : {20U, 16U, 12U, 8U}) text.insert(at, 1, '-');
  return text;
}

}  // namespace symkit
