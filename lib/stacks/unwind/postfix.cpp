#include "stacks/unwind/postfix.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace symkit::unwind {
namespace {

// Of an expression's words: real ones have some dozens.
constexpr std::size_t deepest_operands = 64;

constexpr std::string_view operators = "+-*/%@^=";

std::optional<std::uint64_t> as_number(std::string_view word) {
  std::int64_t value = 0;
  const auto [behind, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || behind != word.data() + word.size()) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

std::optional<std::uint64_t> calculated(char sign, std::uint64_t left, std::uint64_t right) {
  switch (sign) {
    case '+': return left + right;
    case '-': return left - right;
    case '*': return left * right;
    case '/': return right == 0 ? std::nullopt : std::optional(left / right);
    case '%': return right == 0 ? std::nullopt : std::optional(left % right);
    case '@': return std::has_single_bit(right) ? std::optional(left & ~(right - 1)) : std::nullopt;
    default: return std::nullopt;
  }
}

}  // namespace

bool Postfix::run(std::string_view words) {
  while (true) {
    words.remove_prefix(std::min(words.find_first_not_of(' '), words.size()));
    if (words.empty()) return true;
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(word.size());
    // Some writers forget the blank after it.
    const bool is_glued = word.size() > 1 && word.front() == '=';
    if (is_glued ? !take("=") || !take(word.substr(1)) : !take(word)) return false;
  }
}

std::optional<std::uint64_t> Postfix::result() const {
  return stack_.size() == 1 ? stack_.front().value : std::nullopt;
}

bool Postfix::take(std::string_view word) {
  if (word.size() == 1 && operators.contains(word.front())) return take_operator(word.front());
  if (const auto number = as_number(word)) return push({}, number);
  return push(word, word == ".undef" ? std::nullopt : names_.value(word));
}

bool Postfix::take_operator(char sign) {
  if (sign == '=') return assign();
  if (sign == '^') return load();
  const auto right = pop(), left = pop();
  if (!left || !right || !left->value || !right->value) return false;
  const auto value = calculated(sign, *left->value, *right->value);
  return value && push({}, value);
}

bool Postfix::assign() {
  const auto value = pop(), variable = pop();
  if (!variable || variable->name.empty()) return false;
  const bool is_known = value->value || value->name == ".undef";
  return is_known && names_.assign(variable->name, value->value);
}

bool Postfix::load() {
  const auto address = pop();
  if (!address || !address->value) return false;
  const auto value = memory_.number(*address->value, address_size_);
  return value && push({}, value);
}

bool Postfix::push(std::string_view name, std::optional<std::uint64_t> value) {
  if (stack_.size() == deepest_operands) return false;
  if (value && address_size_ == 4) *value &= UINT32_MAX;
  stack_.push_back({name, value});
  return true;
}

std::optional<Postfix::Operand> Postfix::pop() {
  if (stack_.empty()) return std::nullopt;
  const Operand top = stack_.back();
  stack_.pop_back();
  return top;
}

}  // namespace symkit::unwind
