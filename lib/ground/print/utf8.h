// Which parts of a text are UTF-8: names and paths come from files and logs of every origin.
#pragma once

#include <cstddef>
#include <string_view>

namespace symkit::print {

struct Utf8Piece {
  std::size_t size = 0;  // how many bytes it takes; 0 only for an empty text
  bool valid = false;    // false: those bytes are no character and stand for one U+FFFD
};

// The first character of a text, or the longest start of one that went wrong (Unicode's recommendation).
Utf8Piece first_utf8(std::string_view text);

// The code point of one whole, valid character.
char32_t code_of(std::string_view character);

}  // namespace symkit::print
