#include "reports/group/name.h"

#include <algorithm>
#include <array>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "names/demangle/demangle.h"
#include "reports/group/managed_marks.h"
#include "reports/group/native_marks.h"

namespace symkit::group {
namespace {

constexpr std::size_t longest_name = 4096;  // longer names are cut: no signature needs more

void erase_all(std::string& text, std::string_view what) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at))
    text.erase(at, what.size());
}

// Whether the '<' or '>' at `at` belongs to an operator's name, or to an arrow.
bool is_operators(std::string_view text, std::size_t at) {
  if (text[at] == '>' && at != 0 && text[at - 1] == '-') return true;
  std::size_t begin = at;
  while (begin != 0 && (text[begin - 1] == '<' || text[begin - 1] == '>' || text[begin - 1] == '=')) --begin;
  constexpr std::string_view word = "operator";
  return begin >= word.size() && text.substr(begin - word.size(), word.size()) == word && at - begin < 3;
}

// Names that Java, Python and JavaScript give to functions without a name: "Till.<init>",
// "Object.<anonymous>".
bool is_name_in_angles(std::string_view text, std::size_t at) {
  if (at != 0 && text[at - 1] != '.') return false;
  const std::size_t close = text.find('>', at);
  if (close == std::string_view::npos || close == at + 1) return false;
  const std::string_view word = text.substr(at + 1, close - at - 1);
  const bool ends = close + 1 == text.size() || text[close + 1] == '(' || text[close + 1] == '.';
  return ends && std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

// Removes everything in angle brackets, and in round brackets except those of "operator()".
std::string without_brackets(std::string_view text) {
  std::string out;
  std::size_t angles = 0, rounds = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<' && angles == 0 && rounds == 0 && is_name_in_angles(text, i)) {
      const std::size_t close = text.find('>', i);
      out += text.substr(i, close + 1 - i);
      i = close;
      continue;
    }
    if ((c == '<' || c == '>') && !is_operators(text, i)) {
      // "<impl T for U>::f" and "<unknown>": a name of its own, not arguments
      if (c == '<') ++angles;
      if (c == '>' && angles != 0) --angles;
      continue;
    }
    if (angles != 0) continue;
    if (c == '(' && rounds == 0 && out.ends_with("operator") && text.substr(i).starts_with("()")) {
      out += "()";
      ++i;
      continue;
    }
    if (c == '(' && rounds == 0 && out.ends_with('.') && text.substr(i).starts_with("(*")) {  // Go's "(*T).f"
      const std::size_t close = std::min(text.find(')', i), text.size() - 1);
      out += text.substr(i, close + 1 - i);
      i = close;
      continue;
    }
    if (c == '(') ++rounds;
    if (rounds == 0) out += c;
    if (c == ')' && rounds != 0) --rounds;
  }
  return out;
}

// "void ns::f" → "ns::f"; but in "operator new" and "operator bool" the last word is not the complete
// name.
std::string_view without_result(std::string_view name) {
  const std::size_t stop = std::min(name.find("operator"), name.size());
  const std::size_t blank = name.substr(0, stop).rfind(' ');
  return blank == std::string_view::npos ? name : name.substr(blank + 1);
}

// Rust's "<A as B>::f" and "<impl B for A>::f" → "A::f": these are not template arguments.
std::string without_rust_paths(std::string_view name) {
  if (!name.starts_with('<')) return std::string(name);
  std::size_t depth = 0, end = 0, as = std::string::npos;
  for (; end < name.size(); ++end) {
    if (name[end] == '<') ++depth;
    if (depth == 1 && as == std::string::npos && name.substr(end).starts_with(" as ")) as = end;
    if (name[end] == '>' && end != 0 && name[end - 1] != '-' && --depth == 0) break;
  }
  if (end >= name.size() || !name.substr(end + 1).starts_with("::")) return std::string(name);
  std::string type(name.substr(1, std::min(as, end) - 1));
  if (const std::size_t with = type.find(" for "); type.starts_with("impl ") && with != std::string::npos)
    type.erase(0, with + 5);
  return type += name.substr(end + 1);
}

bool is_objective_c(std::string_view name) {
  return (name.starts_with("-[") || name.starts_with("+[")) && name.contains(']');
}

std::string plain_alone(std::string_view function) {
  if (is_objective_c(function)) return std::string(function.substr(0, function.find(']') + 1));
  std::string name(function.substr(0, longest_name));
  if (!demangle::language_of(function).empty() && !function.contains(' '))
    name = demangle::demangle(name, {.no_parameters = true});
  take_swift_words_off(name);
  take_csharp_parts_off(name);
  take_jvm_parts_off(name);
  if (is_swift_closure(name)) return swift_closure(without_brackets(name));
  if (is_described_in_swift(name)) return described_in_swift(without_brackets(name));
  take_native_marks_off(name);
  name = without_rust_paths(name);
  name = without_nameless(name);
  name = without_brackets(name);
  for (const std::string_view behind : {" const", " volatile", " &", " &&"})
    if (name.ends_with(behind)) name.resize(name.size() - behind.size());
  if (const std::size_t arrow = name.find(" -> "); arrow != std::string::npos && arrow != 0)
    name.resize(arrow);
  for (const std::string_view effect : {" throws", " async"})
    if (name.ends_with(effect)) name.resize(name.size() - effect.size());
  const std::string plain(trimmed(without_result(trimmed(name))));
  return plain.empty() ? std::string(function.substr(0, longest_name)) : plain;
}

// "f (one of 12: g, h, …)" → the names; empty for other texts.
std::string_view others_of(std::string_view& function) {
  constexpr std::string_view mark = " (one of ";
  const std::size_t at = function.rfind(mark);
  if (at == std::string_view::npos || !function.ends_with(')')) return {};
  std::string_view others = function.substr(at + mark.size());
  const std::size_t colon = others.find(": ");
  if (colon == std::string_view::npos) return {};
  function = function.substr(0, at);
  others = others.substr(colon + 2);
  return others.substr(0, others.size() - 1);
}

// Where the next of the names ends: at ", " outside of brackets.
std::size_t end_of_name(std::string_view names) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == '(' || names[i] == '<') ++depth;
    if ((names[i] == ')' || names[i] == '>') && depth != 0) --depth;
    if (depth == 0 && names.substr(i).starts_with(", ")) return i;
  }
  return names.size();
}

// "$_12", "lambda$main$3", "Shop$1", "{lambda#2}", "func1", "init.0": a number that ends a word
bool is_before_number(std::string_view key) {
  constexpr auto words = std::to_array<std::string_view>(
      {"$", "#", "$_", "lambda", "'lambda", ".func", "wrap", "-range", ".init.", "lambda_method"});
  return std::ranges::any_of(words, [&](std::string_view word) { return key.ends_with(word); });
}

// Go numbers the closures within a closure, too: ".1.3" of "open.func2.1.3".
std::size_t size_of_numbers(std::string_view text) {
  std::size_t size = 0;
  while (size + 1 < text.size() && text[size] == '.' && is_digit(text[size + 1])) {
    ++size;
    while (size < text.size() && is_digit(text[size])) ++size;
  }
  return size;
}

}  // namespace

std::string without_nameless(std::string_view function) {
  std::string name(function);
  for (const std::string_view nameless :
       {"(anonymous namespace)::", "`anonymous namespace'::", "`anonymous namespace::",
        "`anonymous-namespace'::", "_$u7b$$u7b$closure$u7d$$u7d$::"})
    erase_all(name, nameless);
  return name;
}

std::string plain_name(std::string_view function) {
  function = trimmed(function);
  std::string_view others = others_of(function);
  std::string best = plain_alone(function);
  while (!others.empty()) {
    const std::size_t end = end_of_name(others);
    if (const std::string_view other = others.substr(0, end); other != "…")
      best = std::min(best, plain_alone(other));
    others.remove_prefix(std::min(end + 2, others.size()));
  }
  return best;
}

std::string name_key(std::string_view plain) {
  std::string key;
  for (std::size_t i = 0; i < plain.size();) {
    std::size_t end = i;
    while (end < plain.size() && is_digit(plain[end])) ++end;
    if (end == i) {
      key += plain[i++];
      continue;
    }
    const bool is_of_go = key.ends_with(".func");
    if (!is_before_number(key)) key += plain.substr(i, end - i);
    i = is_of_go ? end + size_of_numbers(plain.substr(end)) : end;
  }
  return key;
}

std::string_view system_call(std::string_view plain) {
  constexpr std::array<std::string_view, 12> prefixes = {"compat_SyS_", "compat_sys_", "__se_compat_sys_",
                                                         "__se_sys_",   "__do_sys_",   "____sys_",
                                                         "___sys_",     "__sys_",      "ksys_",
                                                         "SyS_",        "SYSC_",       "sys_"};
  for (const std::string_view of_processor : {"__x64_", "__ia32_", "__arm64_", "__riscv_", "__s390x_"})
    if (plain.starts_with(of_processor) && plain.size() > of_processor.size())
      return plain.substr(of_processor.size());
  for (const std::string_view prefix : prefixes)
    if (plain.starts_with(prefix) && plain.size() > prefix.size()) return plain.substr(prefix.size());
  return plain;
}

}  // namespace symkit::group
