#include "names/demangle/names_in_text.h"

#include <array>

#include "names/demangle/schemes.h"

namespace symkit::demangle {
namespace {

constexpr std::array<bool, 256> letters = [] {
  std::array<bool, 256> is{};
  for (const char c : std::string_view("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$."))
    is[static_cast<unsigned char>(c)] = true;
  return is;
}();

bool is_letter(char c) { return letters[static_cast<unsigned char>(c)]; }

// Characters that cannot begin a name, as most of any text. '@' is used by Swift for macros, '?' by
// Microsoft.
constexpr std::array<bool, 256> beginnings = [] {
  std::array<bool, 256> is{};
  for (const char c : std::string_view("_$?@.")) is[static_cast<unsigned char>(c)] = true;
  return is;
}();

std::size_t end_of_letters(std::string_view text, std::size_t at) {
  while (at < text.size() && is_letter(text[at])) ++at;
  return at;
}

// Microsoft's names contain '?' and '@', and '<' with its '>' in names of lambdas.
std::size_t end_of_microsoft(std::string_view text, std::size_t at) {
  int open = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '<') ++open;
    if (c == '>' && --open < 0) break;
    if (!is_letter(c) && c != '?' && c != '@' && c != '<' && c != '>') break;
  }
  return at;
}

// Without characters that end a sentence, as no name ends with them.
std::string_view without_stops(std::string_view name) {
  while (name.ends_with('.') || name.ends_with('?')) name.remove_suffix(1);
  return name;
}

// Where the name of a Swift class begins in a word of Objective-C's metadata
// ("_OBJC_CLASS_$__TtC4main3App", "__DATA__TtC4main3App"); the end of the word if it has none.
std::size_t swift_class_within(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view word = text.substr(begin, end - begin);
  if (!word.starts_with("_OBJC_") && !word.starts_with("OBJC_") && !word.starts_with("__")) return end;
  const std::size_t at = word.find("__TtC");
  return at == std::string_view::npos ? end : begin + at + 1;
}

std::string_view letters_at(std::string_view text, std::size_t at) {
  const std::size_t end = text[at] == '?' ? end_of_microsoft(text, at + 1) : end_of_letters(text, at + 1);
  return text.substr(at, end - at);
}

// Words that only resemble names ("_DYNAMIC", "$ex") are neither tried nor counted as failures.
bool is_plausible(std::string_view name) {
  if (name.starts_with('.')) name.remove_prefix(1);
  constexpr std::size_t shortest_swift = 5;
  if (name.starts_with('?')) return name.find('@') != std::string_view::npos;
  if (name.starts_with("__")) name.remove_prefix(1);
  if (name.size() < 3) return false;
  if (name.starts_with("_D")) return (name[2] >= '0' && name[2] <= '9') || name == "_Dmain";
  if (name.starts_with("_R"))
    return std::string_view("CMXYNIB0123456789").find(name[2]) != std::string_view::npos;
  if (name.starts_with("_T"))
    return std::string_view("0tFvIiMTWwZPCVO").find(name[2]) != std::string_view::npos;
  return name.size() >= shortest_swift;
}

}  // namespace

std::string_view NamesInText::next() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    const bool begins = beginnings[static_cast<unsigned char>(c)] && (c != '?' || at_ >= barren_);
    if (begins && scheme_of(text_.substr(at_)) != nullptr) {
      const std::string_view word = letters_at(text_, at_);
      const std::string_view name = without_stops(word);
      if (is_plausible(name)) {
        at_ += name.size();
        return name;
      }
      if (c == '?') barren_ = at_ + word.size();
    }
    // A word that does not begin like a name contains none, with one exception.
    at_ = is_letter(c) ? swift_class_within(text_, at_, end_of_letters(text_, at_ + 1)) : at_ + 1;
  }
  return {};
}

}  // namespace symkit::demangle
