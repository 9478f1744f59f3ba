#include "ground/base/utf8.h"

#include <cstdint>

namespace symkit {
namespace {

// The properties given by a leading byte: the character's size and the limits of the second byte, which
// exclude overlong forms, surrogates and anything beyond U+10FFFF.
struct Lead {
  std::size_t size;
  std::uint8_t second_from = 0x80;
  std::uint8_t second_to = 0xbf;
};

Lead lead_of(std::uint8_t byte) {
  if (byte < 0x80) return {1};
  if (byte < 0xc2) return {0};
  if (byte < 0xe0) return {2};
  if (byte == 0xe0) return {3, 0xa0, 0xbf};
  if (byte == 0xed) return {3, 0x80, 0x9f};
  if (byte < 0xf0) return {3};
  if (byte == 0xf0) return {4, 0x90, 0xbf};
  if (byte < 0xf4) return {4};
  if (byte == 0xf4) return {4, 0x80, 0x8f};
  return {0};
}

}  // namespace

Utf8Piece first_utf8(std::string_view text) {
  if (text.empty()) return {};
  const Lead lead = lead_of(static_cast<std::uint8_t>(text[0]));
  if (lead.size == 0) return {1, false};
  for (std::size_t i = 1; i < lead.size; ++i) {
    if (i == text.size()) return {i, false};
    const auto byte = static_cast<std::uint8_t>(text[i]);
    const std::uint8_t from = i == 1 ? lead.second_from : std::uint8_t{0x80};
    const std::uint8_t to = i == 1 ? lead.second_to : std::uint8_t{0xbf};
    if (byte < from || byte > to) return {i, false};
  }
  return {lead.size, true};
}

char32_t code_of(std::string_view character) {
  const auto lead = static_cast<std::uint8_t>(character[0]);
  if (character.size() == 1) return lead;
  // In the leading byte, the bits after its ones and a zero count.
  char32_t code = lead & (0x7fU >> character.size());
  for (const char next : character.substr(1)) code = code << 6 | (static_cast<std::uint8_t>(next) & 0x3f);
  return code;
}

void append_utf8(std::string& out, char32_t code) {
  const auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xe0 | code >> 12);
    } else {
      put(0xf0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3f));
    }
    put(0x80 | (code >> 6 & 0x3f));
  }
  put(0x80 | (code & 0x3f));
}

}  // namespace symkit
