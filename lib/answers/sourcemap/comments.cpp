#include "answers/sourcemap/comments.h"

#include <algorithm>

#include "answers/sourcemap/vlq.h"
#include "ground/base/characters.h"
#include "ground/base/cursor.h"
#include "ground/base/wasm_sections.h"
#include "ground/base/words.h"

namespace symkit::sourcemap {
namespace {

// The value of the last "//# name=" (or "//@", or in "/*# … */") in a text; empty if there is none.
std::string_view last_value(std::string_view text, std::string_view name) {
  for (std::size_t at = text.size(); (at = text.rfind(name, at)) != std::string_view::npos; --at) {
    const bool is_comment = at >= 4 && text[at - 4] == '/' && (text[at - 3] == '/' || text[at - 3] == '*') &&
                            (text[at - 2] == '#' || text[at - 2] == '@') &&
                            (text[at - 1] == ' ' || text[at - 1] == '\t');
    if (is_comment) {
      const std::string_view value = text.substr(at + name.size());
      return value.substr(0, value.find_first_of(" \t\r\n\"'`"));
    }
    if (at == 0) break;
  }
  return {};
}

Result<std::string> base64_decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  unsigned count = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (const char c : text) {
    const std::uint8_t digit = c == '-' ? 62 : c == '_' ? 63 : base64_digit(c);
    if (digit >= 64) return fail("a data: URL whose base64 is broken");
    bits = bits << 6 | digit;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count);
  }
  return out;
}

}  // namespace

Comments read_comments(std::string_view generated) {
  Comments comments;
  comments.map_url = last_value(generated, "sourceMappingURL=");
  comments.debug_id = plain_debug_id(last_value(generated, "debugId="));
  return comments;
}

Comments read_module(Bytes module) {
  Comments comments;
  // Sections before the end of a truncated module still count.
  (void)each_wasm_section(module, [&](const WasmSection& section) {
    if (section.name != "sourceMappingURL") return;
    Cursor at(section.content, Endian::Little);
    comments.map_url = as_text(at.bytes(at.uleb()));
  });
  return comments;
}

std::string plain_debug_id(std::string_view id) {
  std::string plain;
  for (const char c : id) {
    if (c == '-') continue;
    if (!is_hex_digit(c)) return {};
    plain += static_cast<char>(c >= 'A' && c <= 'F' ? c | 0x20 : c);
  }
  return plain;
}

bool is_data_url(std::string_view url) { return url.starts_with("data:"); }

Result<std::string> read_data_url(std::string_view url) {
  const std::size_t comma = url.find(',');
  if (comma == std::string_view::npos) return fail("a data: URL without data");
  if (url.substr(0, comma).ends_with(";base64")) return base64_decoded(url.substr(comma + 1));
  return percent_decoded(url.substr(comma + 1));
}

}  // namespace symkit::sourcemap
