#include "ground/print/visible.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "ground/base/characters.h"
#include "ground/base/utf8.h"

namespace symkit::print {
namespace {

// Sixteen bytes at once: in one register if the processor supports it, otherwise in parts.
using Word = std::uint8_t __attribute__((vector_size(16)));
using Halves = std::uint64_t __attribute__((vector_size(16)));
constexpr std::uint64_t blanks = 0x2020202020202020;

// Sets the high bit of each byte that is not plain: it was set already, or becomes set by subtracting a
// blank or by adding one.
template <bool json>
Word odd(Word bytes) {
  Word mask = bytes | (bytes - 0x20) | (bytes + 1);
  if constexpr (json) mask |= ((bytes ^ '"') - 1) | ((bytes ^ '\\') - 1);
  return mask;
}

template <class Whole>
Whole load(const char* from) {
  Whole whole;
  std::memcpy(&whole, from, sizeof whole);
  return whole;
}

template <class Whole>
void store(char* to, Whole whole) {
  std::memcpy(to, &whole, sizeof whole);
}

// Loads up to fifteen bytes, some of them twice, and reads nothing beyond them.
Halves load_few(const char* text, std::size_t size) {
  using std::uint32_t, std::uint64_t;
  if (size >= 8) return Halves{load<uint64_t>(text), load<uint64_t>(text + size - 8)};
  if (size >= 4)
    return Halves{load<uint32_t>(text) | uint64_t{load<uint32_t>(text + size - 4)} << 32, blanks};
  const std::array three = {text[0], text[size / 2], text[size - 1], ' '};
  return Halves{std::bit_cast<uint32_t>(three) | blanks << 32, blanks};
}

// Stores what load_few() loaded.
void store_few(char* to, std::size_t size, Halves bytes) {
  if (size >= 8) {
    store(to, bytes[0]);
    store(to + size - 8, bytes[1]);
  } else if (size >= 4) {
    store(to, static_cast<std::uint32_t>(bytes[0]));
    store(to + size - 4, static_cast<std::uint32_t>(bytes[0] >> 32));
  } else {
    to[0] = static_cast<char>(bytes[0]);
    to[size / 2] = static_cast<char>(bytes[0] >> 8);
    to[size - 1] = static_cast<char>(bytes[0] >> 16);
  }
}

// Whether a text is plain. The text may be copied in the same pass, as nearly all texts are plain and a
// tool does little more than print them.
template <bool json, bool copies>
[[gnu::always_inline]] inline bool all_plain(const char* text, std::size_t size, char* to) {
  Word mask{};
  const auto take = [&](std::size_t at) {
    const Word bytes = load<Word>(text + at);
    if constexpr (copies) store(to + at, bytes);
    mask |= odd<json>(bytes);
  };
  if (size < sizeof(Word)) {
    if (size == 0) return true;
    const Halves bytes = load_few(text, size);
    if constexpr (copies) store_few(to, size, bytes);
    mask = odd<json>(std::bit_cast<Word>(bytes));
  } else {
    for (std::size_t at = 0; at + sizeof(Word) < size; at += sizeof(Word)) take(at);
    take(size - sizeof(Word));
  }
  const auto halves = std::bit_cast<Halves>(mask);
  return ((halves[0] | halves[1]) & (blanks << 2)) == 0;
}

struct Range {
  char32_t first, last;
};

// Controls, and what Unicode calls default-ignorable or a directional control, in order.
constexpr auto hidden = std::to_array<Range>({
    {0x00, 0x1f},     {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},
    {0x115f, 0x1160}, {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f}, {0x3164, 0x3164},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
    {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
});

// An emoji can consist of several joined ones, and each has a text form and a colour form.
bool joins_pictographs(char32_t code) { return code == 0x200d || code == 0xfe0e || code == 0xfe0f; }
bool is_pictograph(char32_t code) {
  return (code >= 0x2190 && code <= 0x2bff) || (code >= 0x1f000 && code <= 0x1faff);
}

void append_hex(std::string& out, std::string_view prefix, char32_t code, unsigned digits) {
  out += prefix;
  for (unsigned i = digits; i-- > 0;) out += "0123456789abcdef"[code >> (4 * i) & 15];
}

void append_for_json(std::string& out, char32_t code) {
  if (code == '"' || code == '\\') {
    out += '\\';
    out += static_cast<char>(code);
  } else if (code == '\n' || code == '\r' || code == '\t') {
    out += code == '\n' ? "\\n" : code == '\r' ? "\\r" : "\\t";
  } else if (code <= 0xffff) {
    append_hex(out, "\\u", code, 4);
  } else {
    append_hex(out, "\\u", 0xd800 + ((code - 0x10000) >> 10), 4);
    append_hex(out, "\\u", 0xdc00 + (code & 0x3ff), 4);
  }
}

void append_escape(std::string& out, char32_t code, Escapes escapes) {
  if (escapes == Escapes::Json) return append_for_json(out, code);
  switch (code) {
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += escapes == Escapes::Source ? "\t" : "\\t"; return;
    default: break;
  }
  if (code < 0x80) return append_hex(out, "\\x", code, 2);
  if (code <= 0xffff) return append_hex(out, "\\u", code, 4);
  append_hex(out, "\\U", code, 8);
}

bool stands_in_link(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("/-._~!$&'()*+,;=:@").contains(c);
}

void append_broken(std::string& out, std::string_view bytes, Escapes escapes) {
  if (escapes == Escapes::Json) {
    out += "\xef\xbf\xbd";  // U+FFFD
    return;
  }
  for (const char byte : bytes) append_hex(out, "\\x", static_cast<unsigned char>(byte), 2);
}

void append_with_escapes(std::string& out, std::string_view text, Escapes escapes) {
  bool behind_pictograph = false;
  while (!text.empty()) {
    const Utf8Piece piece = first_utf8(text);
    const std::string_view bytes = text.substr(0, piece.size);
    text.remove_prefix(piece.size);
    if (!piece.valid) {
      append_broken(out, bytes, escapes);
      behind_pictograph = false;
      continue;
    }
    const char32_t code = code_of(bytes);
    const bool joins = behind_pictograph && joins_pictographs(code);
    const bool is_quote = escapes == Escapes::Json && (code == '"' || code == '\\');
    if (joins || !(is_quote || is_hidden(code))) {
      out += bytes;
    } else {
      append_escape(out, code, escapes);
    }
    behind_pictograph = joins || is_pictograph(code);
  }
}

}  // namespace

bool is_plain(std::string_view text, Escapes escapes) {
  return escapes == Escapes::Json ? all_plain<true, false>(text.data(), text.size(), nullptr)
                                  : all_plain<false, false>(text.data(), text.size(), nullptr);
}

bool is_hidden(char32_t code) {
  const auto at = std::ranges::lower_bound(hidden, code, {}, &Range::last);
  return at != hidden.end() && at->first <= code;
}

void append_visible(std::string& out, std::string_view text, Escapes escapes) {
  const std::size_t before = out.size(), after = before + text.size();
  // The size passed to the callback is not relied on: libstdc++ 12 passes the allocated size.
  out.resize_and_overwrite(after, [&](char* to, std::size_t) {
    to += before;
    const bool plain = escapes == Escapes::Json ? all_plain<true, true>(text.data(), text.size(), to)
                                                : all_plain<false, true>(text.data(), text.size(), to);
    return plain ? after : before;
  });
  if (out.size() == before) append_with_escapes(out, text, escapes);
}

std::string visible(std::string_view text) {
  std::string out;
  append_visible(out, text);
  return out;
}

void append_link(std::string& out, std::string_view path) {
  for (const char c : path) {
    if (stands_in_link(c)) {
      out += c;
    } else {
      append_hex(out, "%", static_cast<unsigned char>(c), 2);
    }
  }
}

}  // namespace symkit::print
