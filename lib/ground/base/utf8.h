// UTF-8, read and written. Names and paths come from files and logs of every origin, so not all of a text
// may be UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace symkit {

struct Utf8Piece {
  std::size_t size = 0;  // in bytes; 0 only for an empty text
  bool valid = false;    // false: the bytes are not a character and are replaced by one U+FFFD
};

// The first character of a text, or the longest invalid beginning of one (Unicode's recommendation).
Utf8Piece first_utf8(std::string_view text);

// The code point of one complete, valid character.
char32_t code_of(std::string_view character);

void append_utf8(std::string& out, char32_t code);

}  // namespace symkit
