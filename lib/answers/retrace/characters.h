// Which characters Java names are made of: in stacks (as java.lang.Character has it) and in mappings (as dex
// files allow, which is more).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ground/base/characters.h"

namespace symkit::retrace {

// How many bytes of `text` at `at` are one character of a name in a stack; 0: it ends here. A name does not
// begin with a digit or a mark.
std::size_t name_character(std::string_view text, std::size_t at, bool first);

// The end of the identifier that begins at `at`; `at` itself where none does.
std::size_t identifier_end(std::string_view text, std::size_t at);

// The end of the longest dotted name that begins at `at`: "a.b$c". A dot that nothing follows is not its.
std::size_t dotted_name_end(std::string_view text, std::size_t at);

// The last '.' between two places; npos where there is none. Nothing before `begin` is looked at: a line may
// have many names.
std::size_t last_dot(std::string_view text, std::size_t begin, std::size_t end);

// The size of the space at `at`: of Java's \s, or of what Unicode calls a separator (a no-break space).
std::size_t white_space(std::string_view text, std::size_t at);
std::size_t separator(std::string_view text, std::size_t at);

// What may stand between the words of a line, and between the values of JSON.
inline constexpr std::string_view blanks = " \t\r\n\f\v";
inline bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// May this byte be part of a name in a mapping?
inline bool is_mapping_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         byte == '$' || byte == '_' || byte == '-' || byte == '?' || byte >= 0x80;
}

}  // namespace symkit::retrace
