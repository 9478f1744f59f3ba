#include "dropin/short_name.h"

namespace symkit::dropin {
namespace {

constexpr std::string_view operator_word = "operator";

// Behind the bracket that closes the one at `at`.
std::size_t behind_brackets(std::string_view name, std::size_t at) {
  int depth = 0;
  for (; at < name.size(); ++at) {
    if (name[at] == '(') ++depth;
    if (name[at] == ')' && --depth == 0) return at + 1;
  }
  return name.size();
}

// What is in brackets is a function's, in which the name is: a lambda, say.
bool is_scope_behind(std::string_view name, std::size_t at) {
  const std::string_view behind = name.substr(at);
  return behind.starts_with("::") || behind.starts_with(" const::");
}

bool is_operator(std::string_view name, std::size_t at) {
  const std::string_view before = name.substr(0, at);
  return before.size() >= operator_word.size() && before.ends_with(operator_word);
}

}  // namespace

std::string_view short_name(std::string_view readable) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at < readable.size(); ++at) {
    const char c = readable[at];
    if ((c == '<' || c == '(') && is_operator(readable.substr(begin), at - begin))
      return readable.substr(begin, readable.find('(', at + 1) - begin);
    if (c == '(' && depth == 0) {
      const std::size_t behind = behind_brackets(readable, at);
      if (!is_scope_behind(readable, behind)) return readable.substr(begin, at - begin);
      at = behind - 1;
      continue;
    }
    if (c == '.' && depth == 0 && at != begin) return readable.substr(begin, at - begin);
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (depth != 0) continue;
    if (c == ' ') begin = at + 1;
    if (c == ':' && readable.substr(at).starts_with("::")) begin = at + 2;
  }
  return readable.substr(begin);
}

}  // namespace symkit::dropin
