#include "print/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "print/utf8.h"

namespace symkit::print {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";  // U+FFFD

// How many bytes stand for themselves.
std::size_t plain_prefix(std::string_view text) {
  const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; };
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
}

void append_control(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(c);
  out += "\\u00";
  out += digits[code >> 4];
  out += digits[code & 15];
}

void append_ascii(std::string& out, char c) {
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return append_control(out, c);
  out += c;
}

}  // namespace

void JsonWriter::separate() {
  if (comma_) out_ += ',';
  comma_ = true;
}

void JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  comma_ = false;
}

void JsonWriter::close(char bracket) {
  out_ += bracket;
  comma_ = true;
}

void JsonWriter::key(std::string_view name) {
  separate();
  quoted(name);
  out_ += ':';
  comma_ = false;
}

void JsonWriter::literal(std::string_view text) {
  separate();
  out_ += text;
}

void JsonWriter::value(std::string_view text) {
  separate();
  quoted(text);
}

void JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  literal({digits, static_cast<std::size_t>(end - digits)});
}

void JsonWriter::null() { literal("null"); }

void JsonWriter::quoted(std::string_view text) {
  out_ += '"';
  while (!text.empty()) {
    const std::size_t plain = plain_prefix(text);
    out_ += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const Utf8Piece piece = first_utf8(text);
    if (!piece.valid) {
      out_ += replacement;
    } else if (piece.size == 1) {
      append_ascii(out_, text[0]);
    } else {
      out_ += text.substr(0, piece.size);
    }
    text.remove_prefix(piece.size);
  }
  out_ += '"';
}

}  // namespace symkit::print
