// Names, paths and reasons come out of debug files, maps and logs, whose makers must not steer the reader's
// terminal or eye: what would move the cursor, end a line or a column, reorder text or hide in it is shown as
// an escape (\n, \x1b, \u202e, \U000e0041), and so are bytes that are not UTF-8. All letters stay.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace symkit::print {

// How the escapes are spelled.
enum class Escapes : std::uint8_t {
  Text,    // all of the above
  Source,  // the same, but tabs stay: they indent
  Json,    // as within a string of JSON: also quotation marks, and U+FFFD for what is no UTF-8
};

// Whether the character is shown as an escape; one that only pictographs may have stays behind those.
bool is_hidden(char32_t code);

// Whether a text is all printable ASCII, as nearly all names are; for JSON also without what it escapes.
bool is_plain(std::string_view text, Escapes escapes = Escapes::Text);

void append_visible(std::string& out, std::string_view text, Escapes escapes = Escapes::Text);

std::string visible(std::string_view text);

// A path as a link has it: what is no plain character of a URI is written as %xx.
void append_link(std::string& out, std::string_view path);

}  // namespace symkit::print
