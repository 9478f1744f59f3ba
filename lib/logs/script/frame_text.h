// Elements of stack frames of all engines: "url:line:column", names, escaped line breaks.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/characters.h"
#include "ground/base/words.h"

namespace symkit::script {

struct Place {
  std::string_view url;
  std::uint32_t line = 0;
  std::optional<std::uint32_t> column;
  bool is_offset = false;  // the column counts from 0
};

// The position of a ":0x1a2b" at the end of the text; npos if there is none.
std::size_t find_byte_offset(std::string_view text);

// Parses a complete "url:12:34" or "url:12". WebAssembly's "url:wasm-function[2]:0x1a2b" and
// "app.wasm:0x1a2b" are places in line 1, in which a map of such a module counts bytes. Firefox's "url
// line 26 > eval line 2 > eval:1:30" is a place in line 26 of the url; in "url:12:34 line 26 > eval" the
// place is the first one.
std::optional<Place> read_place(std::string_view text);

// Removes the digits at the beginning; nothing if there are none or too many.
std::optional<std::uint32_t> take_number(std::string_view& text);

}  // namespace symkit::script
