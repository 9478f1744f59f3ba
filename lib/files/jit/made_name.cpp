#include "files/jit/made_name.h"

#include <array>

namespace symkit::jit {
namespace {

constexpr std::string_view digits = "0123456789";

// Removes ":12" from the end.
bool take_off_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return false;
  if (text.find_first_not_of(digits, colon + 1) != std::string_view::npos) return false;
  text = text.substr(0, colon);
  return true;
}

// "total /srv/till.js:12:3", after the sign of its compiler.
MadeName of_script(std::string_view text) {
  constexpr std::string_view signs_of_compilers = "~^+*=";
  if (!text.empty() && signs_of_compilers.contains(text.front())) text.remove_prefix(1);
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return {text};
  MadeName made{text.substr(0, blank), text.substr(blank + 1)};
  if (!take_off_number(made.file) || !take_off_number(made.file)) return {text};
  if (made.file.starts_with("file://")) made.file.remove_prefix(7);
  if (made.function.empty()) made.function = "<anonymous>";
  return made;
}

}  // namespace

MadeName read_made_name(std::string_view name) {
  constexpr std::array<std::string_view, 5> of_v8 = {"JS:", "LazyCompile:", "Function:", "Script:", "Eval:"};
  for (const std::string_view begin : of_v8)
    if (name.starts_with(begin)) return of_script(name.substr(begin.size()));
  if (!name.starts_with("py::")) return {name};
  const std::string_view text = name.substr(4);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return {name};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

}  // namespace symkit::jit
