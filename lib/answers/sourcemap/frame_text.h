// The parts that stack frames of all engines are made of: "url:line:column", names, escaped line breaks.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/characters.h"

namespace symkit::sourcemap {

struct Place {
  std::string_view url;
  std::uint32_t line = 0;
  std::optional<std::uint32_t> column;
  bool is_offset = false;  // the column counts from 0
};

inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string_view trimmed(std::string_view text);

// Where ":0x1a2b" stands that ends the text; npos where that is not so.
std::size_t find_byte_offset(std::string_view text);

// "url:12:34" or "url:12", all of it. WebAssembly's "url:wasm-function[2]:0x1a2b" and "app.wasm:0x1a2b" are
// places in line 1, in which a map of such a module counts bytes. Firefox' "url line 26 > eval line 2 >
// eval:1:30" is a place in the url's line 26, and of "url:12:34 line 26 > eval" what comes first is the
// place.
std::optional<Place> read_place(std::string_view text);

// The digits at the beginning, taken off; nothing where there are none or too many.
std::optional<std::uint32_t> take_number(std::string_view& text);

// Does this look like the address of a script: with a scheme, a folder, or a script's extension?
bool looks_like_script(std::string_view url);

}  // namespace symkit::sourcemap
