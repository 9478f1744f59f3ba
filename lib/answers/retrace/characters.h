// The characters of mappings, whose names may have all that dex files allow: more than names in stacks.
#pragma once

#include <string_view>

namespace symkit::retrace {

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
