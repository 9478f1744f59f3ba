#include "ground/print/json.h"

#include <charconv>
#include <cmath>

#include "ground/print/visible.h"

namespace symkit::print {

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
  append_visible(out_, text, Escapes::Json);
  out_ += '"';
}

}  // namespace symkit::print
