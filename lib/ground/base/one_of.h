// The first or last character of a text that is one of some, or is none of them, as find_first_of and its
// like return it. Those search the set anew for each character.
//   first_of<" \t">(text, from)
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace symkit {

template <std::size_t size>
struct CharacterSet {
  // Implicit, to be written as a text.
  consteval CharacterSet(const char (&text)[size]) {  // NOLINT(google-explicit-constructor)
    std::copy_n(text, size, characters.begin());
  }
  std::array<char, size> characters = {};
};

template <CharacterSet set>
inline constexpr std::array<bool, 256> is_in_set = [] {
  std::array<bool, 256> is{};
  for (std::size_t i = 0; i + 1 < set.characters.size(); ++i)
    is[static_cast<unsigned char>(set.characters[i])] = true;
  return is;
}();

template <CharacterSet set>
constexpr bool is_one_of(char c) {
  return is_in_set<set>[static_cast<unsigned char>(c)];
}

template <CharacterSet set>
constexpr std::size_t first_of(std::string_view text, std::size_t from = 0) {
  for (std::size_t i = from; i < text.size(); ++i)
    if (is_one_of<set>(text[i])) return i;
  return std::string_view::npos;
}

template <CharacterSet set>
constexpr std::size_t first_not_of(std::string_view text, std::size_t from = 0) {
  for (std::size_t i = from; i < text.size(); ++i)
    if (!is_one_of<set>(text[i])) return i;
  return std::string_view::npos;
}

// At `from` or before.
template <CharacterSet set>
constexpr std::size_t last_of(std::string_view text, std::size_t from = std::string_view::npos) {
  for (std::size_t i = text.empty() ? 0 : std::min(from, text.size() - 1) + 1; i-- != 0;)
    if (is_one_of<set>(text[i])) return i;
  return std::string_view::npos;
}

template <CharacterSet set>
constexpr std::size_t last_not_of(std::string_view text, std::size_t from = std::string_view::npos) {
  for (std::size_t i = text.empty() ? 0 : std::min(from, text.size() - 1) + 1; i-- != 0;)
    if (!is_one_of<set>(text[i])) return i;
  return std::string_view::npos;
}

}  // namespace symkit
