#include "ground/base/go_id.h"

#include <algorithm>

#include "ground/base/hex.h"
#include "ground/base/image_id.h"
#include "ground/base/whole_number.h"

namespace symkit {
namespace {

constexpr std::size_t digits_of_byte = 2;

bool is_of_id(char c) {
  constexpr std::string_view others = "-_/.+=";
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || others.contains(c);
}

// The text that the hexadecimal digits encode; empty if they are not digits, or not those of an id. Some
// writers also encode the zero after the text.
std::string text_of_digits(std::string_view digits) {
  if (digits.size() % digits_of_byte != 0 || digits.size() <= digits_of_byte * ImageId::max_size) return {};
  std::string text;
  for (; !digits.empty(); digits.remove_prefix(digits_of_byte)) {
    const auto byte = whole_number<unsigned char>(digits.substr(0, digits_of_byte), 16);
    if (!byte) return {};
    text += static_cast<char>(*byte);
  }
  text.erase(text.find_last_not_of('\0') + 1);
  return text.contains('/') && std::ranges::all_of(text, is_of_id) ? text : std::string();
}

}  // namespace

bool is_go_id(std::string_view written) { return written.contains('/') || !text_of_digits(written).empty(); }

std::string go_id_of(std::string_view written) {
  return written.contains('/') ? std::string(written) : text_of_digits(written);
}

std::string hex_of_go_id(std::string_view written) { return to_hex(as_bytes(go_id_of(written))); }

}  // namespace symkit
