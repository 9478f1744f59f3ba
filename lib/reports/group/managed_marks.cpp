#include "reports/group/managed_marks.h"

#include <algorithm>
#include <array>
#include <optional>

#include "ground/base/characters.h"
#include "ground/base/words.h"

namespace symkit::group {
namespace {

// Where the bracket that opens the text closes; its size if it does not.
std::size_t close_of(std::string_view text, char open, char close) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == open) ++depth;
    if (text[i] == close && --depth == 0) return i;
  }
  return text.size();
}

// The C# compiler makes methods from lambdas, local functions and asynchronous methods: "<Open>d__3",
// "<Open>b__0", "<Open>g__Check|3_0", "<Main>$", also within each other: "<<Open>b__0>d". `rest`: what
// follows.
std::optional<std::string> csharp_method(std::string_view text, std::string_view& rest) {
  const std::size_t close = close_of(text, '<', '>');
  if (close == text.size() || close == 1) return std::nullopt;
  const std::string_view inner = text.substr(1, close - 1), behind = text.substr(close + 1);
  const std::size_t end = std::min(behind.find_first_of(".( "), behind.size());
  const std::string_view mark = behind.substr(0, end);
  rest = behind.substr(end);
  std::string_view nothing;
  std::optional<std::string> method =
      inner.front() == '<' ? csharp_method(inner, nothing) : std::string(inner);
  if (!method || mark.empty()) return std::nullopt;
  if (mark == "$") return method;
  if (mark == "d" || mark.starts_with("d__")) {
    if (rest.starts_with(".MoveNext")) rest.remove_prefix(9);
    return method;
  }
  if (mark.starts_with("b__")) return *method + ".lambda";
  if (mark.starts_with("g__")) return say(*method, '.', mark.substr(3, mark.find('|') - 3));
  return std::nullopt;
}

// "Till`1.Open", "Till`2[System.Int32,System.String].Open"
void take_arities_off(std::string& name) {
  for (std::size_t at = name.find('`'); at != std::string::npos; at = name.find('`', at + 1)) {
    std::size_t end = at + 1;
    while (end < name.size() && is_digit(name[end])) ++end;
    if (end == at + 1 || (end < name.size() && name[end] == '\'')) continue;
    if (end < name.size() && name[end] == '[')
      end = std::min(end + close_of(std::string_view(name).substr(end), '[', ']') + 1, name.size());
    name.erase(at, end - at);
  }
}

// F#'s "clo@12-1.Invoke": the line is part of the name.
void take_fsharp_lines_off(std::string& name) {
  const std::size_t at = name.find('@');
  if (at == std::string::npos || at == 0) return;
  const std::size_t end = name.find_first_not_of("0123456789-", at + 1);
  if (end != std::string::npos && end > at + 1 && name[end] == '.') name.erase(at, end - at);
}

// "Till_Open_m0123456789ABCDEF0123456789ABCDEF01234567_gshared"
void take_il2cpp_hash_off(std::string& name) {
  constexpr std::size_t digits = 40;
  const std::size_t at = name.rfind("_m");
  if (at == std::string::npos || at == 0 || name.size() < at + 2 + digits) return;
  const std::string_view hash = std::string_view(name).substr(at + 2, digits);
  const bool ends = name.size() == at + 2 + digits || name[at + 2 + digits] == '_';
  if (ends && std::ranges::all_of(hash, is_hex_digit)) name.resize(at);
}

// "Shop.(open in _5FB1CF)" → "Shop.open": Swift marks private names with their file.
void take_swift_file_off(std::string& name) {
  constexpr std::string_view before = ".(";
  for (std::size_t at = name.find(before); at != std::string::npos; at = name.find(before, at + 1)) {
    const std::size_t in = name.find(" in _", at), close = name.find(')', at);
    if (in == std::string::npos || close == std::string::npos || close < in) continue;
    name.erase(in, close + 1 - in);
    name.erase(at + 1, 1);
  }
}

}  // namespace

void take_csharp_parts_off(std::string& name) {
  take_arities_off(name);
  take_il2cpp_hash_off(name);
  take_fsharp_lines_off(name);
  for (std::size_t at = name.find(".<>c"); at != std::string::npos; at = name.find(".<>c"))
    name.erase(at, std::min(name.find('.', at + 1), name.size()) - at);
  for (std::size_t at = name.find(".<"); at != std::string::npos; at = name.find(".<", at + 1)) {
    std::string_view rest;
    if (const auto method = csharp_method(std::string_view(name).substr(at + 1), rest))
      name = say(std::string_view(name).substr(0, at + 1), *method, rest);
  }
}

void take_jvm_parts_off(std::string& name) {
  constexpr std::string_view of_defaults = "$default", of_class = "-impl";
  constexpr std::size_t hash = 7;
  const std::size_t end = std::min(name.find('('), name.size());
  const std::string_view method = std::string_view(name).substr(0, end);
  if (!method.contains('.') || method.contains('/') || method.contains(' ')) return;
  std::size_t size = 0;
  if (method.ends_with(of_defaults))
    size = of_defaults.size();
  else if (method.ends_with(of_class))
    size = of_class.size();
  else if (const std::size_t dash = method.rfind('-');
           dash != std::string_view::npos && method.size() - dash == hash + 1 && method[dash - 1] != '.')
    size = hash + 1;
  name.erase(end - size, size);
}

void take_swift_words_off(std::string& name) {
  constexpr auto words =
      std::to_array<std::string_view>({"partial apply forwarder for ", "partial apply for ", "implicit ",
                                       "merged ", "@objc ", "@nonobjc ", "dispatch thunk of "});
  take_swift_file_off(name);
  for (bool found = true; found;) {
    found = false;
    // "(1) await resume partial function for "
    constexpr std::string_view part = " resume partial function for ";
    if (const std::size_t at = name.find(part); name.starts_with('(') && at != std::string::npos) {
      name.erase(0, at + part.size());
      found = true;
    }
    for (const std::string_view word : words)
      if (name.starts_with(word)) {
        name.erase(0, word.size());
        found = true;
      }
  }
}

bool is_swift_closure(std::string_view name) { return name.starts_with("closure #"); }

std::string swift_closure(std::string name) {
  const std::size_t in = name.rfind(" in ");
  if (in == std::string::npos) return name;
  return "closure in " + name.substr(in + 4, name.find(' ', in + 4) - in - 4);
}

bool is_described_in_swift(std::string_view name) {
  constexpr auto words =
      std::to_array<std::string_view>({"protocol witness for ", "partial apply ", "reabstraction thunk ",
                                       "function signature specialization ", "generic specialization "});
  return std::ranges::any_of(words, [&](std::string_view word) { return name.starts_with(word); });
}

std::string described_in_swift(std::string name) {
  constexpr std::string_view of = "specialization  of ";
  name.resize(std::min(name.find(" in conformance "), name.size()));
  if (const std::size_t arrow = name.find(" -> "); arrow != std::string::npos) name.resize(arrow);
  // "… specialization <…> of f": f
  if (const std::size_t at = name.rfind(of); at != std::string::npos) return name.substr(at + of.size());
  return name;
}

}  // namespace symkit::group
