#include "names/demangle/short_name.h"

#include <algorithm>

#include "ground/base/characters.h"
#include "names/demangle/demangle.h"
#include "names/demangle/gnu_spelling.h"

namespace symkit::demangle {
namespace {

constexpr std::string_view operator_word = "operator";

// The position after the bracket that closes the one at `at`.
std::size_t behind_brackets(std::string_view name, std::size_t at) {
  int depth = 0;
  for (; at < name.size(); ++at) {
    if (name[at] == '(') ++depth;
    if (name[at] == ')' && --depth == 0) return at + 1;
  }
  return name.size();
}

// Whether the text in brackets belongs to a function that encloses the name, for example of a lambda.
bool is_scope_behind(std::string_view name, std::size_t at) {
  const std::string_view behind = name.substr(at);
  return behind.starts_with("::") || behind.starts_with(" const::");
}

bool begins_operator(std::string_view name, std::size_t at) {
  if (!name.substr(at).starts_with(operator_word)) return false;
  const std::string_view behind = name.substr(at + operator_word.size());
  return (at == 0 || !is_in_word(name[at - 1])) && (behind.empty() || !is_in_word(behind.front()));
}

// The position after an operator's symbol: "operator<<", "operator()", "operator char const*".
std::size_t behind_operator(std::string_view name, std::size_t at, int depth) {
  at += operator_word.size();
  const std::string_view behind = name.substr(at);
  if (behind.starts_with("()")) return at + 2;
  if (behind.starts_with(' ') && depth == 0) return std::min(name.find('(', at), name.size());
  return at + operator_size(behind);
}

// Rust's "sort::<i32>".
bool ends_with_arguments(std::string_view name, std::size_t at) {
  int depth = 0;
  for (; at < name.size(); ++at) {
    if (name[at] == '<') ++depth;
    if (name[at] == '>' && --depth == 0) return at + 1 == name.size();
    if (depth == 0) return false;
  }
  return false;
}

}  // namespace

std::string_view short_name(std::string_view readable) {
  std::size_t begin = 0;
  int depth = 0;
  bool is_operator = false;  // it contains blanks itself
  for (std::size_t at = 0; at < readable.size(); ++at) {
    if (begins_operator(readable, at)) {
      is_operator = is_operator || depth == 0;
      at = behind_operator(readable, at, depth);
      if (at == readable.size()) break;
    }
    const char c = readable[at];
    if (c == '(' && depth == 0) {
      const std::size_t behind = behind_brackets(readable, at);
      if (!is_scope_behind(readable, behind)) return readable.substr(begin, at - begin);
      at = behind - 1;
      is_operator = false;
      continue;
    }
    if (c == '.' && depth == 0 && at != begin) return readable.substr(begin, at - begin);
    if (c == '<' || c == '(' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == '}') --depth;
    if (depth != 0 || is_operator) continue;
    if (c == ' ') begin = at + 1;
    if (c == ':' && readable.substr(at).starts_with("::")) {
      if (ends_with_arguments(readable, at + 2)) return readable.substr(begin, at - begin);
      begin = at + 2;
    }
  }
  return readable.substr(begin);
}

std::string short_name_of_mangled(std::string_view mangled) {
  std::string readable = demangle(mangled, {.as_gnu = true});
  return readable == mangled ? readable : std::string(short_name(readable));
}

}  // namespace symkit::demangle
