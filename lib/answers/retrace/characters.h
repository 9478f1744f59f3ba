// The characters of Java names: in stacks (as java.lang.Character defines them) and in mappings (as dex
// files allow, which is more).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ground/base/characters.h"

namespace symkit::retrace {

// The number of bytes at `at` that form one character of a name in a stack; 0: the name ends here.
// `first`: digits and marks are excluded.
std::size_t name_character(std::string_view text, std::size_t at, bool first);

// The end of the identifier at `at`; `at` itself if there is none.
std::size_t identifier_end(std::string_view text, std::size_t at);

// The end of the longest dotted name at `at`: "a.b$c". It does not include a final dot.
std::size_t dotted_name_end(std::string_view text, std::size_t at);

// The last '.' between two places; npos if there is none. Text before `begin` is not searched, as a line
// may have many names.
std::size_t last_dot(std::string_view text, std::size_t begin, std::size_t end);

// The size of the space at `at`: one of Java's \s, or a Unicode separator (such as a no-break space).
std::size_t white_space(std::string_view text, std::size_t at);
std::size_t separator(std::string_view text, std::size_t at);

// Characters between the words of a line, and between the values of JSON.
inline constexpr std::string_view blanks = " \t\r\n\f\v";
inline bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Whether this byte may be part of a name in a mapping.
inline bool is_mapping_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         byte == '$' || byte == '_' || byte == '-' || byte == '?' || byte >= 0x80;
}

}  // namespace symkit::retrace
