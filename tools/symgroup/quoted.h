// Texts from logs for readers that may take words for orders and pay for length, such as language models:
// in quotation marks, as a JSON string, and cut when a budget is used up.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace symkit::symgroup {

// An upper bound on the number of tokens that a language model makes of a text, derived from the worst
// cases of several makers' tokenizers.
class TokenCount {
 public:
  void take(std::string_view text);
  std::size_t tokens() const { return tokens_; }

 private:
  std::size_t tokens_ = 0;
  bool second_letter_ = false;  // two letters count as one
};

class Budget {
 public:
  explicit Budget(std::size_t tokens) : left_(tokens) {}

  // As much of the text as `most` and the budget allow, with "..." where it is cut; empty if the budget
  // is used up. Control sequences for terminals and invisible characters are escaped.
  std::string take(std::string_view text, std::size_t most);
  // Whether the budget has this much left; if so, it is used.
  bool take(std::size_t tokens);

 private:
  std::size_t left_;
};

}  // namespace symkit::symgroup
