#include "ground/json/reader.h"

#include <array>
#include <charconv>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "ground/base/characters.h"
#include "ground/base/utf8.h"
#include "ground/base/words.h"
#include "ground/json/strings.h"

namespace symkit::json {
namespace {

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

}  // namespace

std::string RawString::text() const {
  if (!escaped) return std::string(raw);
  std::string out;
  out.reserve(raw.size());
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t next = std::min(raw.find('\\', at), raw.size());
    out += raw.substr(at, next - at);
    if (next == raw.size()) break;
    const Escaped character = escaped_at(raw, next);
    append_utf8(out, character.code);
    at = next + character.size;
  }
  return out;
}

// Line breaks are always escaped: JSON does not allow raw ones in strings.
std::string RawString::lines(std::uint32_t first, std::uint32_t count) const {
  std::size_t begin = 0;
  for (std::size_t at = raw.find('\\'); at < raw.size(); at = raw.find('\\', at)) {
    const Escaped character = escaped_at(raw, at);
    at += character.size;
    if (character.code != U'\n') continue;
    if (first != 0) {
      --first;
      begin = at;
    } else if (--count == 0) {
      return RawString{raw.substr(begin, at - begin), true}.text();
    }
  }
  return first == 0 ? RawString{raw.substr(begin), escaped}.text() : std::string();
}

Error Reader::error() const { return {error_at_ ? say(error_, " at byte ", *error_at_) : error_}; }

void Reader::refuse(std::string_view why) {
  if (failed()) return;
  error_ = why;
  at_ = end_;
}

void Reader::fail_at(const char* where, std::string_view why) {
  if (failed()) return;
  error_ = why;
  error_at_ = static_cast<std::size_t>(where - begin_);
  at_ = end_;
}

void Reader::skip_space() {
  while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
}

Reader::Kind Reader::peek() {
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

bool Reader::untouched(const char* before) {
  while (before != at_ && (*before == ' ' || *before == '\n' || *before == '\r' || *before == '\t')) ++before;
  return before == at_;
}

bool Reader::take(char c) {
  skip_space();
  if (at_ == end_ || *at_ != c) return false;
  ++at_;
  return true;
}

bool Reader::open(char bracket, Kind kind) {
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

bool Reader::closes(char bracket) {
  if (!take(bracket)) return false;
  --depth_;
  return true;
}

bool Reader::more(char bracket) {
  if (failed()) return false;
  if (take(',')) return true;
  if (!closes(bracket))
    fail(at_ == end_ ? "the text ends too soon" : "a comma or a closing bracket is missing");
  return false;
}

void Reader::skip_escape() {
  const char* const escape = at_++;
  if (at_ == end_) return;
  if (*at_ == 'u') {
    for (int i = 1; i <= 4; ++i)
      if (end_ - at_ <= i || !is_hex_digit(at_[i])) return fail_at(escape, "a broken escape in a string");
    at_ += 5;
  } else if (is_simple_escape(*at_)) {
    ++at_;
  } else {
    fail_at(escape, "a broken escape in a string");
  }
}

// Skips from the opening quote to the closing one.
void Reader::skip_string(bool& escaped) {
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

RawString Reader::string() {
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

double Reader::number() {
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

void Reader::skip_word(std::string_view word) {
  if (static_cast<std::size_t>(end_ - at_) < word.size() || std::string_view(at_, word.size()) != word)
    return fail("an unknown word");
  at_ += word.size();
}

void Reader::skip_scalar(Kind kind) {
  switch (kind) {
    case Kind::String: string(); return;
    case Kind::Number: number(); return;
    case Kind::True: return skip_word("true");
    case Kind::False: return skip_word("false");
    case Kind::Null: return skip_word("null");
    default: fail(at_ == end_ ? "the text ends too soon" : "a value is missing");
  }
}

std::string_view Reader::skip() {
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

void Reader::expect_end() {
  if (!failed() && peek() == Kind::Nothing && at_ == end_) return;
  fail("something follows the end of the text");
}

}  // namespace symkit::json
