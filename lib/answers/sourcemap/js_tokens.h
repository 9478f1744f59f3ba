// A light JavaScript tokenizer: strings, templates, regular expressions and comments are skipped
// correctly, so that brackets and names can be trusted. Text that is not JavaScript gives odd tokens,
// never an error.
#pragma once

#include <cstdint>
#include <string_view>

#include "answers/sourcemap/position.h"

namespace symkit::sourcemap {

struct Token {
  enum class Kind : std::uint8_t {
    End,
    Name,      // an identifier or a keyword, with its "#"
    Value,     // a number or a regular expression
    String,    // a string, with its quotes
    Template,  // a template without substitutions, or the last piece of one with them
    Open,      // a piece of a template up to "${"
    Sign       // punctuation
  };
  // Values of `sign` for signs of several characters.
  static constexpr char arrow = '\1', optional_chain = '\2', step = '\3', longer = '\4';

  Kind kind = Kind::End;
  char sign = '\0';          // for Sign: its character, or one of the above
  bool on_new_line = false;  // a line ended before it
  std::string_view text;
  Position at;

  bool is(char c) const { return sign == c; }
  bool is(std::string_view word) const { return kind == Kind::Name && text == word; }
  Position end() const { return {at.line, at.column + static_cast<std::uint32_t>(text.size())}; }
};

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : at_(text.data()), end_(at_ + text.size()), line_origin_(at_) {}

  // Whether a "/" begins a regular expression depends on what came before, which the caller knows.
  void next(bool regex_allowed, Token& token);
  // After the "}" that ends a substitution: the next piece of the template.
  Token rest_of_template();
  Position position() const { return {line_, static_cast<std::uint32_t>(at_ - line_origin_)}; }
  // The end of the token before the last one.
  Position end_before(const Token& last) const { return had_space_ ? end_before_space_ : last.at; }

 private:
  void new_line() {
    ++line_;
    line_origin_ = at_;
  }
  // UTF-8 takes more bytes than UTF-16 takes units.
  void pass(char c) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) line_origin_ += (byte & 0xc0) == 0x80 ? 1 : byte >= 0xf0 ? -1 : 0;
  }
  void pass_up_to(const char* where);
  bool skip_space();
  bool skip_spaces();
  void skip_block_comment();
  void skip_line_comment();
  void name();
  void number();
  void string();
  void regex();
  char sign();
  bool template_piece();

  const char* at_;
  const char* end_;
  const char* line_origin_;  // where the line would begin if all of it were ASCII
  Position end_before_space_;
  std::uint32_t line_ = 0;
  bool had_space_ = false;
};

bool is_identifier_start(char c);
bool is_identifier_part(char c);
// The identifier at the beginning of a text; empty if there is none.
std::string_view identifier_at(std::string_view text);

}  // namespace symkit::sourcemap
