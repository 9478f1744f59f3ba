// Reads JSON in one pass, in place, without building a tree: a source map is a few huge strings, and
// whatever is not needed is skipped at the speed of memory. Errors give the offset at which the text is
// invalid.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/result.h"

namespace symkit::json {

// A string as written in the text, without its quotes but with its escapes.
struct RawString {
  std::string_view raw;
  bool escaped = false;

  // Unescaped; lone surrogates become U+FFFD.
  std::string text() const;
  // One line of the string, counted from 0, including its line break.
  std::string line(std::uint32_t number) const { return lines(number, 1); }
  std::string lines(std::uint32_t first, std::uint32_t count) const;
};

class Reader {
 public:
  enum class Kind : std::uint8_t { Object, Array, String, Number, True, False, Null, Nothing };

  explicit Reader(std::string_view text) : begin_(text.data()), at_(begin_), end_(at_ + text.size()) {}

  bool failed() const { return !error_.empty(); }
  // "… at byte 17"
  Error error() const;
  // Only the first failure counts.
  void fail(std::string_view why) { fail_at(at_, why); }
  // The same for an error of content rather than syntax: no offset is given.
  void refuse(std::string_view why);

  // The kind of the next value; nothing at the end or after a failure.
  Kind peek();

  // Each of these reads a value, and fails if the next one is of another kind.
  RawString string();
  double number();

  // member(key, the value's kind) reads the value; a value that it does not read is skipped.
  template <class Member>
  void object(Member member) {
    if (!open('{', Kind::Object)) return;
    if (closes('}')) return;
    do {
      const RawString key = string();
      if (!take(':')) return fail("':' is missing");
      const char* const before = at_;
      const Kind kind = peek();
      member(key.escaped ? std::string_view(key_text_ = key.text()) : key.raw, kind);
      if (!failed() && untouched(before)) skip();
    } while (more('}'));
  }

  // element(kind) reads the value, as above.
  template <class Element>
  void array(Element element) {
    if (!open('[', Kind::Array)) return;
    if (closes(']')) return;
    do {
      const char* const before = at_;
      const Kind kind = peek();
      element(kind);
      if (!failed() && untouched(before)) skip();
    } while (more(']'));
  }

  // Skips a value of any depth and returns its text.
  std::string_view skip();

  // Fails if anything but white space is left.
  void expect_end();

  std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }

 private:
  static constexpr unsigned deepest = 512;

  void fail_at(const char* where, std::string_view why);
  void skip_space();
  bool take(char c);
  bool open(char bracket, Kind kind);
  bool closes(char bracket);
  bool more(char bracket);
  bool untouched(const char* before);
  void skip_string(bool& escaped);
  void skip_escape();  // of any kind
  void skip_scalar(Kind kind);
  void skip_word(std::string_view word);

  const char* begin_;
  const char* at_;
  const char* end_;
  unsigned depth_ = 0;
  std::string error_;
  std::optional<std::size_t> error_at_;
  std::string key_text_;
};

}  // namespace symkit::json
