// Frames that begin with "at ": V8's, and after it Internet Explorer's, PhantomJS', Hermes' and React
// Native's.
#include "ground/base/last_of.h"
#include "ground/base/one_of.h"
#include "logs/script/engines.h"
#include "logs/script/frame_text.h"
#include "logs/script/url.h"

namespace symkit::script {
namespace {

constexpr std::string_view hermes_address = "address at ";

bool is_balanced(std::string_view text) {
  // Nearly no path has any.
  if (text.find('(') == std::string_view::npos && text.find(')') == std::string_view::npos) return true;
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')' && --depth < 0) return false;
  }
  return depth == 0;
}

// The same as rfind(" (", from), but fast if there are few parentheses.
std::size_t opening_before(std::string_view text, std::size_t from) {
  std::size_t at = last_of(text.substr(0, from + 2), '(');
  while (at != std::string_view::npos && (at == 0 || text[at - 1] != ' '))
    at = last_of(text.substr(0, at), '(');
  return at == std::string_view::npos ? at : at - 1;
}

// The parenthesis before the place that ends at `close`: the last one after a space, as names may contain
// parentheses, or else the first; paths may contain balanced ones.
std::size_t opening_for(std::string_view text, std::size_t close) {
  constexpr std::size_t longest_place = 4096;
  int tries = 8;
  for (std::size_t at = close; (at = opening_before(text, at)) != std::string_view::npos; --at) {
    if (close - at > longest_place || tries-- == 0) return std::string_view::npos;
    if (is_balanced(text.substr(at + 2, close - at - 2))) return at + 1;
    if (at == 0) break;
  }
  const std::size_t first = text.find('(');
  return first < close && close - first <= longest_place &&
                 is_balanced(text.substr(first + 1, close - first - 1))
             ? first
             : std::string_view::npos;
}

// "eval (eval at a": the frame is eval's, but the place is in a, which called it.
void take_eval(StackFrame& frame, std::string_view name, std::string_view& replaced_name) {
  constexpr std::string_view eval = "eval at ";
  const std::size_t at = name.rfind(eval);
  if (at == std::string_view::npos) return;
  replaced_name = trimmed(name.substr(at + eval.size()));
  frame.function = trimmed(name.substr(0, name.find('(')));
}

// name (url:1:2), the parenthesis at `open`, closed at `close`.
bool take_parentheses(std::string_view line, std::string_view text, std::size_t open, std::size_t close,
                      std::vector<StackFrame>& frames) {
  std::string_view location = text.substr(open + 1, close - open - 1);
  StackFrame frame;
  frame.is_offset = location.starts_with(hermes_address);
  if (frame.is_offset) location.remove_prefix(hermes_address.size());
  const auto place = read_place(location);
  if (!place || place->url.empty()) return false;
  frame.is_offset = frame.is_offset || place->is_offset;
  if (place->url.find(' ') != std::string_view::npos && place->url != "eval code" &&
      !looks_like_script(place->url))
    return false;
  frame.shape = Shape::Parentheses;
  frame.has_space = open > 0 && text[open - 1] == ' ';
  const std::string_view name = trimmed(text.substr(0, open));
  std::string_view replaced_name = name;
  frame.function = name;
  take_eval(frame, name, replaced_name);
  frame.caller = replaced_name;
  frame.url = place->url;
  frame.line = place->line;
  frame.column = place->column;
  const std::string_view first = replaced_name.empty() ? text.substr(open, 1) : replaced_name;
  frame.replaced = {span_of(first, line).begin, span_of(text.substr(close, 1), line).end};
  frames.push_back(frame);
  return true;
}

// url:1:2, up to a space or the end of a string.
void take_bare(std::string_view line, std::string_view text, std::vector<StackFrame>& frames) {
  for (const std::string_view word : {"async ", "new "})
    if (text.starts_with(word)) text.remove_prefix(word.size());
  std::string_view location = trimmed(text);
  if (!read_place(location)) location = location.substr(0, first_of<" \t\"">(location));
  while (!location.empty() && std::string_view("\\,;'\")]}.").find(location.back()) != std::string_view::npos)
    location.remove_suffix(1);
  const auto place = read_place(location);
  if (!place || place->url.find('"') != std::string_view::npos) return;
  if (!looks_like_script(place->url)) return;
  if (first_of<" \t">(place->url) != std::string_view::npos &&
      place->url.find("://") == std::string_view::npos && place->url.find('\\') == std::string_view::npos &&
      !place->url.starts_with('/'))
    return;
  StackFrame frame;
  frame.shape = Shape::Bare;
  frame.is_offset = place->is_offset;
  frame.url = place->url;
  frame.line = place->line;
  frame.column = place->column;
  frame.replaced = span_of(location, line);
  frames.push_back(frame);
}

// "…:12", "…:0x1a2b"
bool ends_in_place(std::string_view text) {
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[text.size() - 1 - digits])) ++digits;
  if (digits > 0 && digits < text.size() && text[text.size() - 1 - digits] == ':') return true;
  return find_byte_offset(text) != std::string_view::npos;
}

// Reads what follows "at ", up to the next one.
void take_frame(std::string_view line, std::string_view text, std::vector<StackFrame>& frames) {
  int tries = 4;
  for (std::size_t close = text.find(')'); close != std::string_view::npos;
       close = text.find(')', close + 1)) {
    if (!ends_in_place(text.substr(0, close))) continue;
    const std::size_t open = opening_for(text, close);
    if (open != std::string_view::npos && take_parentheses(line, text, open, close, frames)) return;
    if (--tries == 0) break;
  }
  take_bare(line, text, frames);
}

// The next "at " that begins a frame: at the start, or after a space or an escaped tab; not in "eval at"
// or Hermes' "address at".
std::size_t next_at(std::string_view text, std::size_t from) {
  for (std::size_t at = from; (at = text.find("at ", at)) != std::string_view::npos; ++at) {
    const std::string_view before = text.substr(0, at);
    if (before.ends_with("eval ") || before.ends_with("address ")) continue;
    if (at == 0 || is_space(before.back()) || before.back() == '"' || before.ends_with("\\t")) return at;
  }
  return std::string_view::npos;
}

}  // namespace

void find_v8_frames(std::string_view text, std::vector<StackFrame>& frames) {
  std::size_t at = next_at(text, 0);
  while (at != std::string_view::npos) {
    const std::size_t next = next_at(text, at + 3);
    take_frame(text, text.substr(at + 3, next == std::string_view::npos ? next : next - at - 3), frames);
    at = next;
  }
}

}  // namespace symkit::script
