#include "stacks/values/characters.h"

#include <array>
#include <vector>

#include "ground/base/utf8.h"
#include "ground/base/words.h"
#include "keep/variables/types.h"

namespace symkit::values {
namespace {

constexpr unsigned most_characters = 200;
constexpr unsigned most_alike = 10;  // more are one with a count

// One character of a text, or what is none.
struct Element {
  enum class Kind : std::uint8_t { Valid, Invalid, Incomplete } kind = Kind::Valid;
  char32_t code = 0;
  std::string_view bytes;

  bool operator==(const Element& other) const {
    return kind == other.kind && (kind == Kind::Valid ? code == other.code : bytes == other.bytes);
  }
};

std::uint32_t unit_at(std::string_view bytes, unsigned width) {
  std::uint32_t unit = 0;
  for (unsigned i = 0; i < width; ++i) unit |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
  return unit;
}

bool is_surrogate(char32_t code) { return code >= 0xd800 && code < 0xe000; }

// How many bytes a character of UTF-8 has by its first; 0 if it is not one.
std::size_t length_by(unsigned char first) {
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

bool continues(std::string_view rest) {
  for (const char c : rest)
    if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U) return false;
  return true;
}

Element first_of_utf8(std::string_view text) {
  const Utf8Piece piece = first_utf8(text);
  if (piece.valid) {
    const std::string_view character = text.substr(0, piece.size);
    return {Element::Kind::Valid, code_of(character), character};
  }
  if (length_by(static_cast<unsigned char>(text[0])) > text.size() && continues(text.substr(1)))
    return {Element::Kind::Incomplete, 0, text};
  return {Element::Kind::Invalid, 0, text.substr(0, 1)};
}

Element first_of(std::string_view text, unsigned width) {
  if (width == 1) return first_of_utf8(text);
  if (text.size() < width) return {Element::Kind::Incomplete, 0, text};
  const char32_t unit = unit_at(text, width);
  const std::string_view bytes = text.substr(0, width);
  if (!is_surrogate(unit))
    return {unit > 0x10ffff ? Element::Kind::Invalid : Element::Kind::Valid, unit, bytes};
  if (width == 4 || unit >= 0xdc00) return {Element::Kind::Invalid, 0, bytes};
  if (text.size() < 4) return {Element::Kind::Incomplete, 0, text};
  const char32_t second = unit_at(text.substr(2), 2);
  if (second < 0xdc00 || second >= 0xe000) return {Element::Kind::Invalid, 0, bytes};
  return {Element::Kind::Valid, 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00), text.substr(0, 4)};
}

// As C's iswprint tells in UTF-8, by what is surely not printed.
bool is_printed(char32_t code) {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
  if (code == 0x2028 || code == 0x2029 || is_surrogate(code) || (code & 0xfffeU) == 0xfffe) return false;
  if (code >= 0xfdd0 && code < 0xfdf0) return false;
  return code < 0x32400 || (code >= 0xe0001 && code < 0xe01f0) || code >= 0xf0000;
}

bool is_hex_digit(char32_t code) {
  return (code >= '0' && code <= '9') || (code >= 'a' && code <= 'f') || (code >= 'A' && code <= 'F');
}

std::string octal(std::uint32_t value) {
  std::string digits;
  for (unsigned shift = 9; shift != 0; shift -= 3)
    digits += static_cast<char>('0' + (value >> (shift - 3) & 7U));
  return say("\\", digits);
}

// Writes characters one after the other; what follows a hexadecimal escape must not look as a part of it.
class Escaper {
 public:
  void put(const Element& element, char quote, unsigned width, std::string& out) {
    static constexpr std::string_view letters = "abtnvfr";  // from 7 on
    const bool must_escape = after_hex_;
    after_hex_ = false;
    if (element.kind != Element::Kind::Valid) return put_bytes(element.bytes, width, out);
    const char32_t code = element.code;
    if (code >= 7 && code < 7 + letters.size()) {
      out += '\\';
      out += letters[code - 7];
    } else if (!is_printed(code) || (must_escape && is_hex_digit(code))) {
      put_bytes(element.bytes, width, out);
    } else {
      if (code == static_cast<unsigned char>(quote) || code == '\\') out += '\\';
      append_utf8(out, code);
    }
  }

 private:
  void put_bytes(std::string_view bytes, unsigned width, std::string& out) {
    for (; bytes.size() >= width; bytes.remove_prefix(width)) {
      const std::uint32_t unit = unit_at(bytes, width);
      out += unit <= 0777 ? octal(unit) : say("\\x", hex(unit).substr(2));
      after_hex_ = unit > 0777;
    }
    for (const char c : bytes) out += octal(static_cast<unsigned char>(c));
  }

  bool after_hex_ = false;
};

struct Run {
  Element element;
  std::size_t count = 0;
};

// The text as characters that are alike in a row, as many as are printed; and whether these are all.
std::pair<std::vector<Run>, bool> runs_of(std::string_view text, unsigned width) {
  std::vector<Run> runs;
  std::size_t units = 0;
  bool is_last_lost = false;
  while (!text.empty()) {
    const Element element = first_of(text, width);
    if (!runs.empty() && runs.back().element == element) {
      ++runs.back().count;
    } else {
      if (units >= most_characters) return {std::move(runs), false};
      // gdb's converter loses the character in front of one that breaks off.
      is_last_lost = element.kind == Element::Kind::Incomplete && !runs.empty() &&
                     runs.back().element.kind == Element::Kind::Valid;
      if (is_last_lost && --runs.back().count == 0) runs.pop_back();
      runs.push_back({element, 1});
    }
    ++units;
    text.remove_prefix(element.bytes.size());
  }
  return {std::move(runs), true};
}

std::string text_of_runs(const std::vector<Run>& runs, unsigned width) {
  enum class Before : std::uint8_t { Nothing, Quoted, Repeated } before = Before::Nothing;
  std::string out;
  Escaper escaper;
  for (const Run& run : runs) {
    const bool is_incomplete = run.element.kind == Element::Kind::Incomplete;
    if (!is_incomplete && run.count <= most_alike) {
      if (before == Before::Repeated) out += ", ";
      if (before != Before::Quoted) out += '"';
      for (std::size_t i = 0; i < run.count; ++i) escaper.put(run.element, '"', width, out);
      before = Before::Quoted;
      continue;
    }
    if (before == Before::Quoted) out += '"';
    if (before != Before::Nothing) out += ", ";
    out += is_incomplete ? "<incomplete sequence " : "'";
    escaper.put(run.element, '"', width, out);
    out += is_incomplete ? std::string(">") : say("' <repeats ", run.count, " times>");
    before = Before::Repeated;
  }
  if (before == Before::Quoted) out += '"';
  return out;
}

std::optional<Characters> characters_by_name(std::string_view name) {
  if (name == "wchar_t") return Characters{4, "L"};
  if (name == "char16_t") return Characters{2, "u"};
  if (name == "char32_t") return Characters{4, "U"};
  return std::nullopt;
}

}  // namespace

std::optional<Characters> characters_of(variables::TypeId id, variables::Source& types) {
  using variables::Encoding;
  using variables::Kind;
  constexpr unsigned longest = 100;
  for (unsigned i = 0; i < longest; ++i) {
    const variables::Type& type = types.type(id);
    if (type.kind == Kind::Base) {
      const auto named = characters_by_name(type.name);
      if (named && type.size <= 4 && type.size != 0) return Characters{unsigned(type.size), named->prefix};
      const bool is_number = type.encoding != Encoding::Boolean && type.encoding != Encoding::Float &&
                             type.encoding != Encoding::Unknown;
      if (type.size == 1 && is_number) return Characters{1, ""};
      if (type.encoding != Encoding::Utf) return std::nullopt;
      return type.size == 2 ? Characters{2, "u"} : Characters{4, "U"};
    }
    const bool leads_on = type.kind == Kind::Alias || type.kind == Kind::Const ||
                          type.kind == Kind::Volatile || type.kind == Kind::Atomic;
    if (!leads_on) return std::nullopt;
    if (const auto named = characters_by_name(type.name)) {
      const auto size = variables::size_of(id, types);
      if (size == 1 || size == 2 || size == 4) return Characters{unsigned(*size), named->prefix};
    }
    id = type.of;
  }
  return std::nullopt;
}

std::string quoted(std::string_view bytes, const Characters& characters, const Quoting& quoting) {
  const unsigned width = characters.width;
  if (quoting.drops_last_nul && !quoting.is_cut && bytes.size() >= width &&
      unit_at(bytes.substr(bytes.size() - width), width) == 0)
    bytes.remove_suffix(width);
  if (bytes.empty()) return say(characters.prefix, "\"\"", quoting.is_cut ? "..." : "");
  const auto [runs, are_all] = runs_of(bytes, width);
  return say(characters.prefix, text_of_runs(runs, width), quoting.is_cut || !are_all ? "..." : "");
}

std::string narrowed(std::string_view bytes, const Characters& characters) {
  std::string out;
  for (std::size_t i = 0; i + characters.width <= bytes.size(); i += characters.width) {
    const std::uint32_t unit = unit_at(bytes.substr(i), characters.width);
    out += unit < 0x100 ? static_cast<char>(unit) : '?';
  }
  return out;
}

std::string quoted_character(std::uint64_t code, const Characters& characters) {
  std::string bytes;
  for (unsigned i = 0; i < characters.width; ++i) bytes += static_cast<char>(code >> 8 * i & 0xffU);
  Element element = first_of(bytes, characters.width);
  if (element.bytes.size() != bytes.size()) element = {Element::Kind::Invalid, 0, bytes};
  std::string out = say(characters.prefix, "'");
  Escaper().put(element, '\'', characters.width, out);
  return out += '\'';
}

std::string rust_character(std::uint64_t code) {
  const auto escaped = [](std::string_view text) { return say("'", text, "'"); };
  switch (code) {
    case '\n': return escaped("\\n");
    case '\r': return escaped("\\r");
    case '\t': return escaped("\\t");
    case 0: return escaped("\\0");
    case '\'': return escaped("\\'");
    case '\\': return escaped("\\\\");
    default: break;
  }
  if (code >= 0x20 && code < 0x7f) return say("'", static_cast<char>(code), "'");
  std::string digits = hex(code).substr(2);
  const std::size_t width = code <= 0xff ? 2 : 6;
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return escaped(code <= 0xff ? say("\\x", digits) : say("\\u{", digits, "}"));
}

}  // namespace symkit::values
