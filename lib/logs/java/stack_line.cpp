#include "logs/java/stack_line.h"

#include <algorithm>
#include <charconv>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"
#include "logs/java/characters.h"

namespace symkit::java {
namespace {

std::size_t skip_white_space(std::string_view text, std::size_t at) {
  while (at < text.size() && white_space(text, at) != 0) ++at;
  return at;
}

// After the ')' of a frame there may be the place its class was loaded from: ~[app.jar:1.0]
bool ends_frame(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const std::size_t size = separator(text, at);
    if (size == 0) break;
    at += size;
  }
  const std::string_view rest = text.substr(at);
  return rest.empty() || (rest.starts_with("~[") && rest.ends_with(']'));
}

// The last ')' that can end a frame; 0: there is none.
std::size_t closing_parenthesis(std::string_view text) {
  for (std::size_t at = text.rfind(')'); at != std::string_view::npos && at != 0;
       at = text.rfind(')', at - 1))
    if (ends_frame(text, at + 1)) return at;
  return 0;
}

// Also accepts "<init>" and "<clinit>".
std::size_t method_end(std::string_view text, std::size_t at) {
  for (const std::string_view special : {"<init>", "<clinit>"})
    if (text.substr(at).starts_with(special)) return at + special.size();
  return identifier_end(text, at);
}

// Skips a class loader and a module before the class: "app//a.b", "java.base/a.b", "app/mod@1.0/a.b".
std::size_t behind_module(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(first_of<"( \t">(text, at), text.size());
  const std::size_t slash = text.substr(at, end - at).rfind('/');
  return slash == std::string_view::npos ? at : at + slash + 1;
}

// Reads "CLASS.METHOD(PLACE)" at `at`, whose end is known.
bool read_frame(std::string_view text, std::size_t at, std::size_t close, StackLine& line) {
  at = behind_module(text, at);
  if (at >= text.size()) return false;
  std::size_t end = dotted_name_end(text, at);
  std::size_t dot = 0;
  if (end + 1 < text.size() && text[end] == '.' && text[end + 1] == '<') {
    dot = end;
    end = method_end(text, dot + 1);
  } else {
    dot = last_dot(text, at, end);
  }
  if (dot == std::string_view::npos || dot <= at || end <= dot + 1) return false;
  const std::size_t open = skip_white_space(text, end);
  if (open >= close || text[open] != '(') return false;
  line.class_name = {at, dot};
  line.method = {dot + 1, end};
  const std::size_t file_end = open + 1 + source_file_end(text.substr(open + 1, close - open - 1));
  line.source_file = {open + 1, file_end};
  line.line_number = {file_end, close};
  line.colon_before_line = true;
  return true;
}

bool find_frame(std::string_view text, StackLine& line) {
  const std::size_t close = closing_parenthesis(text);
  if (close == 0) return false;
  for (std::size_t at = text.find("at"); at != std::string_view::npos; at = text.find("at", at + 1)) {
    if (at != 0 && is_in_word(text[at - 1])) continue;
    const std::size_t name = skip_white_space(text, at + 2);
    if (name != at + 2 && read_frame(text, name, close, line)) return true;
  }
  return false;
}

// The end of a class that is followed by the line's end, a message, or the bracket of [CIRCULAR
// REFERENCE: …].
std::size_t exception_end(std::string_view text, std::size_t at) {
  const std::size_t end = dotted_name_end(text, at);
  if (end == at) return at;
  return end == text.size() || text[end] == ':' || text[end] == ']' ? end : at;
}

bool is_before_class(char c) { return c == ':' || c == '"'; }

// "a.b: c.d": if the line begins with two names, the first is the exception.
bool begins_with_exception(std::string_view text, StackLine& line) {
  const std::size_t end = dotted_name_end(text, 0);
  if (end == 0 || end == text.size() || !is_before_class(text[end])) return false;
  const std::size_t next = skip_white_space(text, end + 1);
  if (next == end + 1 || next == text.size()) return false;
  const std::size_t next_end = exception_end(text, next);
  if (next_end == next) return false;
  line.class_name = text.substr(0, end) == "Suppressed" ? Span{next, next_end} : Span{0, end};
  return true;
}

// "Caused by: a.b", "E AndroidRuntime: a.b: message": the last name in the position of an exception.
bool ends_with_exception(std::string_view text, StackLine& line) {
  for (std::size_t at = text.size(); at-- > 0;) {
    if (!is_before_class(text[at])) continue;
    const std::size_t name = skip_white_space(text, at + 1);
    if (name == at + 1 || name == text.size()) continue;
    const std::size_t end = exception_end(text, name);
    if (end == name) continue;
    line.class_name = {name, end};
    return true;
  }
  return false;
}

// Older versions of Java have no space there.
bool is_circular_reference(std::string_view text, StackLine& line) {
  constexpr std::string_view before = "[CIRCULAR REFERENCE:";
  const std::size_t at = skip_white_space(text, 0);
  if (!text.substr(at).starts_with(before)) return false;
  const std::size_t name = at + before.size();
  const std::size_t end = exception_end(text, name);
  if (end == name || end == text.size()) return false;
  line.class_name = {name, end};
  return true;
}

}  // namespace

std::optional<std::int32_t> StackLine::line() const {
  if (!line_number.present()) return std::nullopt;
  std::string_view digits = at(line_number);
  if (digits.starts_with(':')) digits.remove_prefix(1);
  std::int32_t number = 0;
  constexpr std::size_t surely_fits = 9;
  if (!digits.empty() && digits.size() <= surely_fits && std::ranges::all_of(digits, is_digit)) {
    for (const char digit : digits) number = number * 10 + (digit - '0');
    return number;
  }
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && end == digits.data() + digits.size() && number >= 0 ? number : -1;
}

std::size_t source_file_end(std::string_view place) {
  std::size_t at = place.size();
  while (at > 0 && place[at - 1] >= '0' && place[at - 1] <= '9') --at;
  return at > 0 && at < place.size() && place[at - 1] == ':' ? at - 1 : place.size();
}

StackLine recognise_frame(std::string_view text) {
  StackLine line;
  line.text = text;
  find_frame(text, line);
  return line;
}

StackLine recognise(std::string_view text) {
  StackLine line = recognise_frame(text);
  if (line.method.present()) return line;
  if (begins_with_exception(text, line)) return line;
  if (is_circular_reference(text, line)) return line;
  if (ends_with_exception(text, line)) return line;
  const std::size_t end = text.empty() ? 0 : exception_end(text, 0);
  if (end != 0) line.class_name = {0, end};
  return line;
}

}  // namespace symkit::java
