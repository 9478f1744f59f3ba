#include "answers/sourcemap/js_tokens.h"

#include <array>
#include <cstring>

namespace symkit::sourcemap {
namespace {

enum Class : std::uint8_t {
  Other = 0,
  Start = 1,
  Inner = 2,
  Digit = 4,
  Space = 8,
  Wide = 16,
  Slash = 32,
  Single = 64  // a sign, whatever follows
};

constexpr std::array<std::uint8_t, 256> classes = [] {
  std::array<std::uint8_t, 256> all{};
  for (unsigned c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '\\';
    if (letter) all[c] = Start | Inner;
    if (c >= 0x80) all[c] = Start | Wide;
    if (c >= '0' && c <= '9') all[c] = Inner | Digit;
  }
  all[' '] = all['\t'] = all['\r'] = all['\n'] = all['\v'] = all['\f'] = Space;
  all['/'] = Slash;
  for (const char c : std::string_view("(){}[];,:&|")) all[static_cast<unsigned char>(c)] = Single;
  return all;
}();

std::uint8_t class_of(char c) { return classes[static_cast<unsigned char>(c)]; }

}  // namespace

bool is_identifier_start(char c) { return (class_of(c) & Start) != 0; }
bool is_identifier_part(char c) { return (class_of(c) & (Inner | Wide)) != 0; }

std::string_view identifier_at(std::string_view text) {
  std::size_t end = text.starts_with('#') ? 1 : 0;
  if (end >= text.size() || !is_identifier_start(text[end])) return {};
  while (end < text.size() && is_identifier_part(text[end])) ++end;
  return text.substr(0, end);
}

// Returns true if a line ended. Minified files have little space.
inline bool Tokenizer::skip_space() {
  had_space_ = at_ != end_ && (class_of(*at_) & (Space | Slash)) != 0;
  if (!had_space_) return false;
  end_before_space_ = position();
  return skip_spaces();
}

bool Tokenizer::skip_spaces() {
  const std::uint32_t before = line_;
  while (at_ != end_) {
    const char c = *at_;
    if (c == '\n') {
      ++at_;
      new_line();
    } else if ((class_of(c) & Space) != 0) {
      // A local copy, as the member would be written at each step.
      const char* at = at_ + 1;
      while (at != end_ && *at == ' ') ++at;
      at_ = at;
    } else if (c == '/' && end_ - at_ > 1 && at_[1] == '/') {
      skip_line_comment();
    } else if (c == '/' && end_ - at_ > 1 && at_[1] == '*') {
      skip_block_comment();
    } else {
      break;
    }
  }
  return line_ != before;
}

// Skips to the end of the line.
void Tokenizer::skip_line_comment() {
  const void* const line_end = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
  if (line_end != nullptr) {
    at_ = static_cast<const char*>(line_end);
  } else {
    pass_up_to(end_);
  }
}

void Tokenizer::skip_block_comment() {
  const std::size_t close = std::string_view(at_ + 2, end_).find("*/");
  const char* const behind = close == std::string_view::npos ? end_ : at_ + 2 + close + 2;
  for (const char* begin = at_;;) {
    const void* const line_end = std::memchr(begin, '\n', static_cast<std::size_t>(behind - begin));
    if (line_end == nullptr) break;
    at_ = begin = static_cast<const char*>(line_end) + 1;
    new_line();
  }
  pass_up_to(behind);
}

void Tokenizer::pass_up_to(const char* where) {
  while (at_ != where) pass(*at_++);
}

inline void Tokenizer::name() {
  pass(*at_);
  const char* at = at_ + 1;
  for (;;) {
    while (at != end_ && (class_of(*at) & Inner) != 0) ++at;
    if (at == end_ || (class_of(*at) & Wide) == 0) break;
    pass(*at++);
  }
  at_ = at;
}

void Tokenizer::number() {
  const char* const begin = at_;
  const char* at = at_;
  for (; at != end_; ++at) {
    const bool exponent_sign = (*at == '+' || *at == '-') && at != begin && (at[-1] | 0x20) == 'e' &&
                               (begin[0] != '0' || at - begin < 2 || (begin[1] | 0x20) != 'x');
    if (!is_identifier_part(*at) && *at != '.' && !exponent_sign) break;
    pass(*at);
  }
  at_ = at;
}

// A line end without a backslash ends something that was not a string: an apostrophe in JSX, say.
void Tokenizer::string() {
  const char quote = *at_;
  const char* at = at_ + 1;
  while (at != end_ && *at != quote && *at != '\n') {
    if (*at == '\\' && end_ - at > 1) {
      ++at;
      if (*at == '\n') {
        at_ = ++at;
        new_line();
        continue;
      }
    }
    pass(*at++);
  }
  at_ = at != end_ && *at == quote ? at + 1 : at;
}

void Tokenizer::regex() {
  ++at_;
  bool in_class = false;
  while (at_ != end_ && *at_ != '\n' && (*at_ != '/' || in_class)) {
    if (*at_ == '[') in_class = true;
    if (*at_ == ']') in_class = false;
    if (*at_ == '\\' && end_ - at_ > 1 && at_[1] != '\n') ++at_;
    pass(*at_++);
  }
  if (at_ != end_ && *at_ == '/') ++at_;
  while (at_ != end_ && is_identifier_part(*at_)) pass(*at_++);
}

// "==" and "<=" are not assignments: they are single tokens, so that their "=" is not taken for one.
inline char Tokenizer::sign() {
  const char first = *at_++;
  const char next = at_ == end_ ? '\0' : *at_;
  switch (first) {
    case '=':
      if (next == '>') return ++at_, Token::arrow;
      [[fallthrough]];
    case '!':
    case '<':
    case '>':
      if (next != '=') return first;
      ++at_;
      if (at_ != end_ && *at_ == '=') ++at_;
      return Token::longer;
    case '?':
      if (next == '?') return ++at_, Token::longer;
      // "a?.5:b" contains the number .5.
      if (next != '.' || (end_ - at_ > 1 && (class_of(at_[1]) & Digit) != 0)) return first;
      return ++at_, Token::optional_chain;
    case '+':
    case '-':
      if (next != first) return first;
      return ++at_, Token::step;
    default: return first;
  }
}

void Tokenizer::next(bool regex_allowed, Token& token) {
  token.on_new_line = skip_space();
  token.at = position();
  token.sign = '\0';
  const char* const begin = at_;
  if (at_ == end_) {
    token.kind = Token::Kind::End;
  } else if (const std::uint8_t first = class_of(*at_); (first & Start) != 0 || *at_ == '#') {
    token.kind = Token::Kind::Name;
    name();
  } else if ((first & Single) != 0) {
    token.kind = Token::Kind::Sign;
    token.sign = *at_++;
  } else if ((first & Digit) != 0 || (*at_ == '.' && end_ - at_ > 1 && (class_of(at_[1]) & Digit) != 0)) {
    token.kind = Token::Kind::Value;
    number();
  } else if (*at_ == '"' || *at_ == '\'') {
    token.kind = Token::Kind::String;
    string();
  } else if (*at_ == '`') {
    ++at_;
    token.kind = template_piece() ? Token::Kind::Open : Token::Kind::Template;
  } else if (*at_ == '/' && regex_allowed) {
    token.kind = Token::Kind::Value;
    regex();
  } else {
    token.kind = Token::Kind::Sign;
    token.sign = sign();
  }
  token.text = {begin, static_cast<std::size_t>(at_ - begin)};
}

// Returns true if it ends with "${".
bool Tokenizer::template_piece() {
  while (at_ != end_) {
    const char c = *at_++;
    if (c == '`') return false;
    if (c == '\\' && at_ != end_ && *at_ != '\n') {
      pass(*at_++);
    } else if (c == '\n') {
      new_line();
    } else if (c == '$' && at_ != end_ && *at_ == '{') {
      ++at_;
      return true;
    } else {
      pass(c);
    }
  }
  return false;
}

Token Tokenizer::rest_of_template() {
  const char* const begin = at_;
  Token token;
  token.at = position();
  token.kind = template_piece() ? Token::Kind::Open : Token::Kind::Template;
  token.text = {begin, static_cast<std::size_t>(at_ - begin)};
  return token;
}

}  // namespace symkit::sourcemap
