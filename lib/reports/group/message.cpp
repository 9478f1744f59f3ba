#include "reports/group/message.h"

#include <algorithm>

#include "ground/base/characters.h"
#include "ground/base/words.h"

namespace symkit::group {
namespace {

constexpr std::size_t longest_message = 200;

bool is_letter(char c) { return lower_case(c) >= 'a' && lower_case(c) <= 'z'; }
bool is_of_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

// A word that is a number, an address or an id: decimal digits, or hexadecimal digits of which at least
// one is decimal, with "0x" in front or at least eight of them. "int32" and "utf8" are words.
bool is_changing_number(std::string_view word) {
  if (word.starts_with("0x") || word.starts_with("0X"))
    word.remove_prefix(2);
  else if (std::ranges::all_of(word, is_digit))
    return true;
  else if (word.size() < 8)
    return is_digit(word.front()) && std::ranges::all_of(word, [](char c) {
             return is_digit(c) || c == 'u' || c == 'l' || c == 'U' || c == 'L' || c == 'f';
           });
  return !word.empty() && std::ranges::all_of(word, is_hex_digit) && std::ranges::any_of(word, is_digit);
}

std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_of_word(text[at])) ++at;
  return at;
}

// Where the last component of a path begins that starts at `at`; `at` itself if there is no path.
std::size_t last_part(std::string_view text, std::size_t at) {
  std::size_t part = at;
  for (std::size_t i = at;
       i < text.size() && text[i] != ' ' && text[i] != '"' && text[i] != '\'' && text[i] != ')'; ++i)
    if (text[i] == '/' && i + 1 < text.size() && (is_of_word(text[i + 1]) || text[i + 1] == '.'))
      part = i + 1;
  return part;
}

void append_number(std::string& out) {
  // "-5" and "1.2.3" are one number each
  if (out.ends_with('-') && (out.size() == 1 || out[out.size() - 2] == ' ')) out.pop_back();
  if (out.ends_with("N.")) return out.pop_back();
  out += 'N';
}

}  // namespace

std::string plain_message(std::string_view message) {
  std::string out;
  message = trimmed(message);
  for (std::size_t i = 0; i < message.size() && out.size() < longest_message;) {
    const char c = message[i];
    if (c == '"') {
      const std::size_t close = message.find('"', i + 1);
      out += "\"…\"";
      i = close == std::string_view::npos ? message.size() : close + 1;
    } else if (c == '/' &&
               (i == 0 || message[i - 1] == ' ' || message[i - 1] == '\'' || message[i - 1] == '(')) {
      const std::size_t part = last_part(message, i);
      if (part == i) out += message[i++];
      i = std::max(part, i);
    } else if (is_of_word(c)) {
      const std::size_t end = word_end(message, i);
      const std::string_view word = message.substr(i, end - i);
      if (is_changing_number(word))
        append_number(out);
      else
        out += word;
      i = end;
    } else {
      const bool is_blank = c == ' ' || c == '\t';
      if (!is_blank)
        out += c;
      else if (!out.ends_with(' '))
        out += ' ';
      ++i;
    }
  }
  if (out.size() > longest_message) out.resize(longest_message);
  return std::string(trimmed(out));
}

}  // namespace symkit::group
