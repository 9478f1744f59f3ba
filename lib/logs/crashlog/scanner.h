// Reads a line of a log piece by piece. A step that does not match leaves the position unchanged and says
// so, so that a format reads like its grammar.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/characters.h"
#include "ground/base/words.h"

namespace symkit::crashlog {

// A number in a log. A number with more digits than 64 bits is read as well: `fits` is false, and it
// cannot be looked up.
struct Number {
  std::uint64_t value = 0;
  std::size_t digits = 0;
  bool fits = true;
};

class Scanner {
 public:
  explicit Scanner(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  bool at_end() const { return at_ == text_.size(); }
  std::size_t position() const { return at_; }
  void seek(std::size_t position) { at_ = position; }
  std::string_view rest() const { return text_.substr(at_); }
  // The text that was read since a position.
  std::string_view since(std::size_t position) const { return text_.substr(position, at_ - position); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }

  bool literal(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool literal(std::string_view text) {
    if (!text_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }
  // Skips blanks and returns how many; none is not a failure.
  std::size_t blanks();
  std::optional<Number> decimal();
  std::optional<Number> hex();           // digits alone
  std::optional<Number> prefixed_hex();  // 0x and digits
  // Up to a blank or the end; empty if there is a blank here.
  std::string_view word();
  // Up to the character, which is not consumed; nothing if it does not occur.
  std::optional<std::string_view> until(char stop);
  std::optional<std::string_view> until(std::string_view stop);

 private:
  std::string_view text_;
  std::size_t at_;
};

}  // namespace symkit::crashlog
