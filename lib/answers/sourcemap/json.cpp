#include "answers/sourcemap/json.h"

#include <array>
#include <charconv>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "ground/base/characters.h"
#include "ground/base/words.h"

namespace symkit::sourcemap {
namespace {

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

constexpr std::array<bool, 256> simple_escapes = [] {
  std::array<bool, 256> all{};
  for (const char c : std::string_view("\"\\/bfnrt")) all[static_cast<unsigned char>(c)] = true;
  return all;
}();

bool is_simple_escape(char c) { return simple_escapes[static_cast<unsigned char>(c)]; }

// The first byte that ends or interrupts a string: a quote, a control character, or a backslash. Escapes
// of two characters are skipped, and set `escaped`.
const char* find_special(const char* at, const char* end, bool& escaped) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'), control = _mm_set1_epi8(0x1f);
  while (end - at >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i found =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
                     _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes));
    const int mask = _mm_movemask_epi8(found);
    if (mask == 0) {
      at += 16;
      continue;
    }
    at += __builtin_ctz(static_cast<unsigned>(mask));
    if (*at != '\\' || end - at < 2 || !is_simple_escape(at[1])) return at;
    escaped = true;
    at += 2;
  }
#endif
  while (at != end && *at != '"' && *at != '\\' && static_cast<unsigned char>(*at) >= 0x20) ++at;
  return at;
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  } else {
    put(0xf0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3f));
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

// The four digits after "\u"; the reader has checked that they exist.
std::uint32_t unit_at(std::string_view raw, std::size_t at) {
  std::uint32_t unit = 0;
  for (std::size_t i = at; i < at + 4 && i < raw.size(); ++i)
    unit = unit << 4 | static_cast<std::uint32_t>(hex_digit(raw[i]) & 15);
  return unit;
}

// Appends the character of the \u escape whose digits begin at `at`; returns the place after it.
std::size_t append_unicode(std::string& out, std::string_view raw, std::size_t at) {
  constexpr std::uint32_t replacement = 0xfffd;
  const std::uint32_t unit = unit_at(raw, at);
  at += 4;
  if (unit < 0xd800 || unit > 0xdfff) return append_utf8(out, unit), at;
  if (unit < 0xdc00 && at + 6 <= raw.size() && raw[at] == '\\' && raw[at + 1] == 'u') {
    const std::uint32_t low = unit_at(raw, at + 2);
    if (low >= 0xdc00 && low <= 0xdfff)
      return append_utf8(out, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)), at + 6;
  }
  return append_utf8(out, replacement), at;
}

char simple_escape(char c) {
  switch (c) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return c;
  }
}

}  // namespace

std::string RawString::text() const {
  if (!escaped) return std::string(raw);
  std::string out;
  out.reserve(raw.size());
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t next = std::min(raw.find('\\', at), raw.size());
    out += raw.substr(at, next - at);
    if (next + 1 >= raw.size()) break;
    const char c = raw[next + 1];
    at = next + 2;
    if (c == 'u') {
      at = append_unicode(out, raw, at);
    } else {
      out += simple_escape(c);
    }
  }
  return out;
}

// Line breaks are always escaped: JSON does not allow raw ones in strings.
std::string RawString::lines(std::uint32_t first, std::uint32_t count) const {
  std::size_t begin = 0;
  for (std::size_t at = raw.find('\\'); at < raw.size(); at = raw.find('\\', at)) {
    const char escape = raw[at + 1];
    const bool is_break = escape == 'n' || (escape == 'u' && unit_at(raw, at + 2) == '\n');
    at += escape == 'u' ? 6 : 2;
    if (!is_break) continue;
    if (first != 0) {
      --first;
      begin = at;
    } else if (--count == 0) {
      return RawString{raw.substr(begin, at - begin), true}.text();
    }
  }
  return first == 0 ? RawString{raw.substr(begin), escaped}.text() : std::string();
}

Error JsonReader::error() const { return {error_at_ ? say(error_, " at byte ", *error_at_) : error_}; }

void JsonReader::refuse(std::string_view why) {
  if (failed()) return;
  error_ = why;
  at_ = end_;
}

void JsonReader::fail_at(const char* where, std::string_view why) {
  if (failed()) return;
  error_ = why;
  error_at_ = static_cast<std::size_t>(where - begin_);
  at_ = end_;
}

void JsonReader::skip_space() {
  while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
}

JsonReader::Kind JsonReader::peek() {
  skip_space();
  if (at_ == end_) return Kind::Nothing;
  switch (*at_) {
    case '{': return Kind::Object;
    case '[': return Kind::Array;
    case '"': return Kind::String;
    case 't': return Kind::True;
    case 'f': return Kind::False;
    case 'n': return Kind::Null;
    default: return *at_ == '-' || is_digit(*at_) ? Kind::Number : Kind::Nothing;
  }
}

bool JsonReader::untouched(const char* before) {
  while (before != at_ && (*before == ' ' || *before == '\n' || *before == '\r' || *before == '\t')) ++before;
  return before == at_;
}

bool JsonReader::take(char c) {
  skip_space();
  if (at_ == end_ || *at_ != c) return false;
  ++at_;
  return true;
}

bool JsonReader::open(char bracket, Kind kind) {
  if (peek() != kind || !take(bracket)) {
    fail(kind == Kind::Object ? "an object is missing" : "an array is missing");
    return false;
  }
  if (++depth_ > deepest) {
    fail(say("nested deeper than ", deepest, " levels"));
    return false;
  }
  return true;
}

bool JsonReader::closes(char bracket) {
  if (!take(bracket)) return false;
  --depth_;
  return true;
}

bool JsonReader::more(char bracket) {
  if (failed()) return false;
  if (take(',')) return true;
  if (!closes(bracket))
    fail(at_ == end_ ? "the text ends too soon" : "a comma or a closing bracket is missing");
  return false;
}

void JsonReader::skip_escape() {
  const char* const escape = at_++;
  if (at_ == end_) return;
  if (*at_ == 'u') {
    for (int i = 1; i <= 4; ++i)
      if (end_ - at_ <= i || hex_digit(at_[i]) < 0) return fail_at(escape, "a broken escape in a string");
    at_ += 5;
  } else if (is_simple_escape(*at_)) {
    ++at_;
  } else {
    fail_at(escape, "a broken escape in a string");
  }
}

// Skips from the opening quote to the closing one.
void JsonReader::skip_string(bool& escaped) {
  const char* const begin = at_;
  while (!failed()) {
    at_ = find_special(at_, end_, escaped);
    if (at_ == end_) return fail_at(begin - 1, "a string without an end");
    if (*at_ == '"') return;
    if (*at_ != '\\') return fail("a control character in a string");
    escaped = true;
    skip_escape();
  }
}

RawString JsonReader::string() {
  if (peek() != Kind::String) {
    fail("a string is missing");
    return {};
  }
  const char* const begin = ++at_;
  RawString text;
  skip_string(text.escaped);
  if (failed()) return {};
  text.raw = {begin, static_cast<std::size_t>(at_ - begin)};
  ++at_;
  return text;
}

double JsonReader::number() {
  if (peek() != Kind::Number) {
    fail("a number is missing");
    return 0;
  }
  double value = 0;
  const auto [next, error] = std::from_chars(at_, end_, value);
  const char* const digits = *at_ == '-' ? at_ + 1 : at_;
  const bool leading_zero = end_ - digits > 1 && *digits == '0' && is_digit(digits[1]);
  if (error == std::errc::invalid_argument || leading_zero || digits == end_ || !is_digit(*digits)) {
    fail("a broken number");
    return 0;
  }
  at_ = next;
  return value;
}

void JsonReader::skip_word(std::string_view word) {
  if (static_cast<std::size_t>(end_ - at_) < word.size() || std::string_view(at_, word.size()) != word)
    return fail("an unknown word");
  at_ += word.size();
}

void JsonReader::skip_scalar(Kind kind) {
  switch (kind) {
    case Kind::String: string(); return;
    case Kind::Number: number(); return;
    case Kind::True: return skip_word("true");
    case Kind::False: return skip_word("false");
    case Kind::Null: return skip_word("null");
    default: fail(at_ == end_ ? "the text ends too soon" : "a value is missing");
  }
}

std::string_view JsonReader::skip() {
  const Kind kind = peek();
  const char* const begin = at_;
  if (kind == Kind::Object) {
    object([&](std::string_view, Kind) { skip(); });
  } else if (kind == Kind::Array) {
    array([&](Kind) { skip(); });
  } else {
    skip_scalar(kind);
  }
  if (failed()) return {};
  return {begin, static_cast<std::size_t>(at_ - begin)};
}

void JsonReader::expect_end() {
  if (!failed() && peek() == Kind::Nothing && at_ == end_) return;
  fail("something follows the end of the text");
}

}  // namespace symkit::sourcemap
