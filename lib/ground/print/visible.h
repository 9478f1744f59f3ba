// Names, paths and reasons come from debug files, maps and logs, whose authors must not be able to
// manipulate the terminal or mislead the reader. Characters that move the cursor, end a line or a column,
// reorder text or are invisible are shown as escapes (\n, \x1b, \u202e, \U000e0041), and so are bytes
// that are not UTF-8. All letters are kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace symkit::print {

// How the escapes are written.
enum class Escapes : std::uint8_t {
  Text,    // all of the above
  Source,  // the same, but tabs are kept: they indent
  Json,    // within a JSON string: also escapes quotation marks, and writes U+FFFD for bytes that are not
           // UTF-8
};

// Whether the character is shown as an escape. Those that join pictographs are kept after a pictograph.
bool is_hidden(char32_t code);

// Whether a text is all printable ASCII, as nearly all names are; for JSON also without characters to be
// escaped.
bool is_plain(std::string_view text, Escapes escapes = Escapes::Text);

void append_visible(std::string& out, std::string_view text, Escapes escapes = Escapes::Text);

std::string visible(std::string_view text);

// A path as written in a link: characters not allowed in a URI become %xx.
void append_link(std::string& out, std::string_view path);

}  // namespace symkit::print
