#include "logs/java/characters.h"

#include <algorithm>
#include <array>

namespace symkit::java {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t size = 0;  // 0: not UTF-8
};

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t lead = byte(at);
  const std::size_t size = lead < 0x80   ? 1
                           : lead < 0xc2 ? 0
                           : lead < 0xe0 ? 2
                           : lead < 0xf0 ? 3
                           : lead < 0xf5 ? 4
                                         : 0;
  if (size == 0 || text.size() - at < size) return {};
  if (size == 1) return {lead, 1};
  std::uint32_t code = lead & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(at + i) & 0x3f);
  }
  return {code, size};
}

struct Block {
  std::uint32_t first;
  std::uint32_t last;
};

// Characters beyond ASCII that are not letters, digits, marks, currency signs or connectors: punctuation,
// symbols, spaces, emoji. In blocks, in which a few rare characters are misclassified.
constexpr std::array not_in_names = std::to_array<Block>({
    {0xa0, 0xa1},     {0xa6, 0xa9},     {0xab, 0xac},       {0xae, 0xb4},        {0xb6, 0xb9},
    {0xbb, 0xbf},     {0xd7, 0xd7},     {0xf7, 0xf7},       {0x37e, 0x37e},      {0x387, 0x387},
    {0x55a, 0x55f},   {0x589, 0x58a},   {0x5be, 0x5be},     {0x5f3, 0x5f4},      {0x60c, 0x60d},
    {0x61b, 0x61f},   {0x66a, 0x66d},   {0x964, 0x965},     {0x1680, 0x1680},    {0x2000, 0x200a},
    {0x2010, 0x2029}, {0x202f, 0x203e}, {0x2041, 0x2053},   {0x2055, 0x205f},    {0x2070, 0x2070},
    {0x2074, 0x207e}, {0x2080, 0x208e}, {0x2190, 0x2bff},   {0x2e00, 0x2e7f},    {0x3000, 0x3004},
    {0x3008, 0x3020}, {0x3030, 0x3030}, {0x303d, 0x303f},   {0x30fb, 0x30fb},    {0xd800, 0xf8ff},
    {0xfd3e, 0xfd3f}, {0xfe10, 0xfe19}, {0xfe30, 0xfe32},   {0xfe45, 0xfe4c},    {0xfe50, 0xfe68},
    {0xff01, 0xff03}, {0xff05, 0xff0f}, {0xff1a, 0xff20},   {0xff3b, 0xff3e},    {0xff40, 0xff40},
    {0xff5b, 0xff65}, {0xfff0, 0xffff}, {0x1f000, 0x1faff}, {0xf0000, 0x10ffff},
});

bool is_name_beyond_ascii(std::uint32_t code) {
  const auto* block = std::ranges::lower_bound(not_in_names, code, {}, &Block::last);
  return block == not_in_names.end() || code < block->first;
}

bool is_separator(std::uint32_t code) {
  return code == 0x20 || code == 0xa0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200a) ||
         code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x3000;
}

// 1: may begin a name; 2: may be within a name.
constexpr auto ascii_names = [] {
  std::array<std::uint8_t, 128> kinds{};
  for (const char c : std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$-"))
    kinds[static_cast<unsigned char>(c)] = 3;
  for (char c = '0'; c <= '9'; ++c) kinds[static_cast<unsigned char>(c)] = 2;
  return kinds;
}();

// The number of bytes at `at` that form one character of a name in a stack; 0: the name ends here.
// `first`: digits and marks are excluded.
std::size_t name_character_at(std::string_view text, std::size_t at, bool first) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) return (ascii_names[byte] & (first ? 1 : 2)) != 0 ? 1 : 0;
  const Character character = character_at(text, at);
  return character.size != 0 && is_name_beyond_ascii(character.code) ? character.size : 0;
}

}  // namespace

std::size_t identifier_end(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size()) {
    const std::size_t size = name_character_at(text, end, end == at);
    if (size == 0) break;
    end += size;
  }
  return end;
}

std::size_t dotted_name_end(std::string_view text, std::size_t at) {
  std::size_t end = identifier_end(text, at);
  while (end != at && end + 1 < text.size() && text[end] == '.') {
    const std::size_t next = identifier_end(text, end + 1);
    if (next == end + 1) break;
    end = next;
  }
  return end;
}

std::size_t last_dot(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t dot = text.substr(begin, end - begin).rfind('.');
  return dot == std::string_view::npos ? dot : begin + dot;
}

std::size_t white_space(std::string_view text, std::size_t at) {
  const char c = text[at];
  return c == ' ' || (c >= '\t' && c <= '\r') ? 1 : 0;
}

std::size_t separator(std::string_view text, std::size_t at) {
  const Character character = character_at(text, at);
  return character.size != 0 && is_separator(character.code) ? character.size : 0;
}

}  // namespace symkit::java
