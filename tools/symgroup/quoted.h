// Texts from logs for readers who may take words for orders, and who pay for length: between quotation marks,
// as a string of JSON, and cut where too much of a budget is gone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace symkit::symgroup {

// How many tokens of a language model a text is at most, by what tokenizers of several makers do with the
// worst.
class TokenCount {
 public:
  void take(std::string_view text);
  std::size_t tokens() const { return tokens_; }

 private:
  std::size_t tokens_ = 0;
  bool second_letter_ = false;  // two letters are one
};

class Budget {
 public:
  explicit Budget(std::size_t tokens) : left_(tokens) {}

  // As much of the text as `most` and the budget allow, with "..." where it is cut; empty where nothing is
  // left. Nothing that would steer a terminal, and no character that cannot be seen, is in it as itself.
  std::string take(std::string_view text, std::size_t most);
  // Whether there is so much left; then it is gone.
  bool take(std::size_t tokens);

 private:
  std::size_t left_;
};

}  // namespace symkit::symgroup
