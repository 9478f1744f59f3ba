// Texts as gdb prints them: in quotes, escaped, what repeats with a count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "keep/variables/type.h"
#include "keep/variables/variable.h"

namespace symkit::values {

// How the characters of a type are stored, and what C writes in front of their quotes.
struct Characters {
  unsigned width = 1;  // bytes of a unit: 1 for UTF-8, 2 for UTF-16, 4 for UTF-32
  std::string_view prefix = {};
};

// Whether C prints values of the type as characters, and arrays of them as text.
std::optional<Characters> characters_of(variables::TypeId type, variables::Source& types);

struct Quoting {
  bool drops_last_nul = true;  // as C's own texts end with one
  bool is_cut = false;         // there is more than these bytes
};

// At most 200 units of a text.
std::string quoted(std::string_view bytes, const Characters& characters, const Quoting& quoting = {});
// The same bytes as a text of single bytes, for what looks for words in it.
std::string narrowed(std::string_view bytes, const Characters& characters);
// One character, from a number as wide as its type.
std::string quoted_character(std::uint64_t code, const Characters& characters);

// As Rust writes one.
std::string rust_character(std::uint64_t code);

}  // namespace symkit::values
