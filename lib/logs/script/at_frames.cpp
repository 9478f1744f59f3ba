// Frames with an "@": Firefox's and Safari's, and React Native's on JavaScriptCore.
#include <algorithm>

#include "ground/base/one_of.h"
#include "logs/script/engines.h"
#include "logs/script/frame_text.h"
#include "logs/script/url.h"

namespace symkit::script {
namespace {

constexpr std::string_view native = "[native code]";

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' ||
         c == '<' || c == '>' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_plain_name(std::string_view name) {
  for (const char c : name)
    if (!is_name_character(c) && c != '.') return false;
  return !name.empty() && !is_digit(name.front());
}

// Old versions of Firefox print arguments: "bar(1)", or "(null)" and "()" if there is no name.
std::string_view without_arguments(std::string_view name) {
  if (!name.ends_with(')')) return name;
  return name.substr(0, name.find('('));
}

// Where the name that ends at `end` begins: at the beginning of the line, unless a log's prefix precedes
// it. The search is limited, as a line may be long.
std::size_t name_begin(std::string_view text, std::size_t end) {
  constexpr std::size_t longest_name = 1024;
  const std::size_t limit = end > longest_name ? end - longest_name : 0;
  const std::string_view before = text.substr(limit, end - limit);
  std::size_t arguments = before.size();
  if (before.ends_with(')')) arguments = std::min(before.find('('), arguments);
  const std::size_t space = last_of<" \t\"">(before.substr(0, arguments));
  return space == std::string_view::npos ? limit : limit + space + 1;
}

constexpr std::string_view ends = " \t\r\n\"";

// After a " line 26 > eval" at `at`, if there is one; otherwise `at`.
std::size_t behind_eval(std::string_view text, std::size_t at) {
  std::string_view rest = text.substr(at);
  if (!rest.starts_with(" line ")) return at;
  rest.remove_prefix(6);
  if (!take_number(rest) || !rest.starts_with(" > ")) return at;
  return std::min(text.find_first_of(ends, text.size() - rest.size() + 3), text.size());
}

// "url:1:2" up to a space, including any number of Firefox's " line 26 > eval".
std::string_view location_in(std::string_view text) {
  std::size_t end = std::min(text.find_first_of(ends), text.size());
  for (std::size_t next = behind_eval(text, end); next != end; next = behind_eval(text, end)) end = next;
  std::string_view location = text.substr(0, end);
  if (location.starts_with(native)) return native;
  while (!location.empty() && std::string_view("\\,;'\")]}.").find(location.back()) != std::string_view::npos)
    location.remove_suffix(1);
  return location;
}

// "foo@12:345", "foo@7.js:1:2", "foo@seg-1_7.js:1:2": stacks that React Native has parsed and printed
// itself. They have at most a module's number for the file, and columns count from 0.
bool is_react_natives(std::string_view url) {
  if (!url.ends_with(".js")) return false;
  url.remove_suffix(3);
  if (url.starts_with("seg-")) url.remove_prefix(4);
  const bool has_digits = std::ranges::all_of(url, [](char c) { return is_digit(c) || c == '_'; });
  return has_digits && !url.empty() && is_digit(url.front());
}

std::optional<Place> nameless_place(std::string_view location) {
  Place place;
  const auto line = take_number(location);
  if (!line || !location.starts_with(':')) return std::nullopt;
  location.remove_prefix(1);
  place.line = *line;
  place.column = take_number(location);
  if (!place.column || !location.empty()) return std::nullopt;
  return place;
}

bool take_frame(std::string_view text, std::size_t at, std::vector<StackFrame>& frames) {
  const std::string_view location = location_in(text.substr(at + 1));
  const std::size_t begin = name_begin(text, at);
  const std::string_view name = text.substr(begin, at - begin);
  StackFrame frame;
  frame.shape = Shape::At;
  frame.function = frame.caller = without_arguments(name);
  if (location == native) {
    frame.shape = Shape::Marker;
    frames.push_back(frame);
    return true;
  }
  auto place = read_place(location);
  if (place && !looks_like_script(place->url)) place.reset();
  if (!place && is_plain_name(name)) place = nameless_place(location);
  if (!place) return false;
  frame.is_offset = place->is_offset || place->url.empty() || is_react_natives(place->url);
  frame.url = place->url;
  frame.line = place->line;
  frame.column = place->column;
  frame.replaced = {span_of(name, text).begin, span_of(location, text).end};
  frames.push_back(frame);
  return true;
}

}  // namespace

// The word around an "@" is examined once: further "@" in it belong to the url (node_modules/@scope), or
// the text before the last one is a mail address in a log's prefix.
void find_at_frames(std::string_view text, std::vector<StackFrame>& frames) {
  for (std::size_t at = text.find('@'); at != std::string_view::npos;) {
    if (take_frame(text, at, frames)) return;
    const std::size_t end = std::min(first_of<" \t\"">(text, at), text.size());
    const std::size_t last = text.rfind('@', end - 1);
    if (last != at && take_frame(text, last, frames)) return;
    at = text.find('@', end);
  }
}

}  // namespace symkit::script
