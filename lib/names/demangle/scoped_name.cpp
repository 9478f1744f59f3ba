// Derives the name of a C++ function with its scopes from its readable name.
#include <algorithm>
#include <array>

#include "ground/base/characters.h"
#include "names/demangle/gnu_spelling.h"
#include "names/demangle/short_name.h"

namespace symkit::demangle {
namespace {

constexpr std::string_view word_operator = "operator", nowhere = "(anonymous namespace)";

class ScopedName {
 public:
  explicit ScopedName(std::string_view readable) : rest_(readable) {}

  // False if the form is unknown.
  bool cut() {
    take_what_it_is();
    while (!rest_.empty() && is_known_) take();
    while (name_.ends_with(':')) name_.pop_back();
    return is_known_ && !name_.empty() && !name_.starts_with("::");
  }

  std::string text() const { return before_ + name_; }

 private:
  // "non-virtual thunk to ": no type ends with such a word.
  void take_what_it_is() {
    constexpr std::array<std::string_view, 3> words = {" to ", " for ", " in "};
    const std::string_view head = rest_.substr(0, rest_.find_first_of("(<:"));
    std::size_t end = 0;
    for (const std::string_view word : words)
      if (const std::size_t at = head.rfind(word); at != std::string_view::npos)
        end = std::max(end, at + word.size());
    before_ = rest_.substr(0, end);
    // Tables are named after types.
    is_known_ = !before_.ends_with(" for ") || before_.ends_with("clone for ");
    rest_.remove_prefix(end);
  }

  void take() {
    const char c = rest_.front();
    const bool begins_word = name_.empty() || !is_in_word(name_.back());
    if (begins_word && rest_.starts_with(word_operator) && !is_in_word_at(word_operator.size()))
      return take_operator();
    switch (c) {
      case '(': return take_brackets();
      case '<': return drop(behind(0, '<', '>'));
      case '{': return keep(behind(0, '{', '}'));
      case '\'': return keep(std::min(rest_.size(), std::min(rest_.find('\'', 1), rest_.size()) + 1));
      case ' ': return take_blank();
      default: return keep(1);
    }
  }

  void take_operator() {
    std::size_t size = word_operator.size();
    const std::string_view sign = rest_.substr(size);
    if (sign.starts_with("()")) {
      size += 2;
    } else if (sign.starts_with(' ')) {
      size = std::min(rest_.find('(', size), rest_.size());
    } else {
      size += operator_size(sign);
    }
    keep(size);
  }

  // A lambda is identified by its parameters; "(*" belongs to a result that is a function.
  void take_brackets() {
    if (rest_.starts_with(nowhere)) return keep(nowhere.size());
    if (rest_.starts_with("(*") || rest_.starts_with("(&")) is_known_ = !name_.empty();
    const std::size_t end = behind(0, '(', ')');
    if (name_.ends_with('\'')) return keep(end);
    drop(end);
  }

  // A result ends with a blank. What follows parameters does not; it says which part of a function it is.
  void take_blank() {
    for (const std::string_view word : {" const", " volatile", " &&", " &"}) {
      if (!rest_.starts_with(word) || name_.empty()) continue;
      const std::string_view behind_word = rest_.substr(word.size());
      if (!behind_word.empty() && !behind_word.starts_with(' ') && !behind_word.starts_with("::")) continue;
      return rest_.remove_prefix(word.size());
    }
    if (rest_.starts_with(" (.") || rest_.starts_with(" [clone")) return keep(rest_.size());
    if (rest_.starts_with(" requires ")) return rest_.remove_prefix(rest_.size());
    name_.clear();
    rest_.remove_prefix(1);
  }

  // The position after the bracket that closes the one at `at`; "->" and text within other brackets do
  // not close any.
  std::size_t behind(std::size_t at, char open, char close) const {
    std::size_t depth = 0, round = 0;
    for (; at < rest_.size(); ++at) {
      const char c = rest_[at];
      if (open == '<' && c == '(') ++round;
      if (open == '<' && c == ')' && round != 0) --round;
      // "<0ul < 1ul>": a comparison has blanks around it.
      if (c == '<' && open == c && at + 1 < rest_.size() && rest_[at + 1] == ' ') continue;
      if (round != 0 || (c == '>' && at != 0 && rest_[at - 1] == '-')) continue;
      if (c == open) ++depth;
      if (c == close && --depth == 0) return at + 1;
    }
    return std::string_view::npos;
  }

  void drop(std::size_t size) {
    is_known_ &= size != std::string_view::npos;
    rest_.remove_prefix(std::min(size, rest_.size()));
  }

  void keep(std::size_t size) {
    name_ += rest_.substr(0, size);
    drop(size);
  }

  bool is_in_word_at(std::size_t at) const { return at < rest_.size() && is_in_word(rest_[at]); }

  std::string_view rest_;
  std::string before_;
  std::string name_;
  bool is_known_ = true;
};

}  // namespace

std::string scoped_name(std::string_view readable) {
  ScopedName name(readable);
  return name.cut() ? name.text() : std::string(readable);
}

}  // namespace symkit::demangle
