// Frames in words: old Opera's (before it used Chrome's engine), Sentry's text form, and lines that are
// only a place.
#include "ground/base/one_of.h"
#include "logs/script/engines.h"
#include "logs/script/frame_text.h"
#include "logs/script/url.h"

namespace symkit::script {
namespace {

std::string_view word_of(std::string_view text) { return text.substr(0, first_of<" \t\r\n">(text)); }

// Line 44 of linked script http://…/file.js: In function name
void find_opera_line(std::string_view text, std::vector<StackFrame>& frames) {
  const std::size_t word = text.find("Line ");
  if (word == std::string_view::npos) return;
  std::string_view rest = text.substr(word + 5);
  const std::string_view begin = rest;
  StackFrame frame;
  frame.line = take_number(rest);
  if (!frame.line || !rest.starts_with(" of ")) return;
  std::size_t url = std::string_view::npos;
  for (const std::string_view kind : {" script in ", " script "})
    if (const std::size_t at = rest.find(kind); at != std::string_view::npos && url == std::string_view::npos)
      url = at + kind.size();
  if (url == std::string_view::npos) return;
  frame.middle = rest.substr(0, url);
  frame.url = word_of(rest.substr(url));
  std::string_view behind = rest.substr(url + frame.url.size());
  std::string_view end = frame.url;
  if (frame.url.ends_with(':')) frame.url.remove_suffix(1);
  constexpr std::string_view in_function = " In function ";
  if (behind.starts_with(in_function)) {
    frame.function = frame.caller = end = trimmed(behind.substr(in_function.size()));
  } else {
    end = frame.url;
  }
  frame.shape = Shape::OperaLine;
  frame.replaced = {span_of(begin, text).begin, span_of(end, text).end};
  frames.push_back(frame);
}

// "<anonymous function: run>([arguments])" is the function run.
std::string_view opera_name(std::string_view text) {
  constexpr std::string_view anonymous = "<anonymous function: ";
  if (text.starts_with(anonymous)) return text.substr(anonymous.size(), text.find('>') - anonymous.size());
  return trimmed(text.substr(0, text.find('(')));
}

// called from line 27, column 8 in printStackTrace(options) in http://…/file.js:
void find_opera_column(std::string_view text, std::vector<StackFrame>& frames) {
  const std::size_t word = text.find(" line ");
  if (word == std::string_view::npos) return;
  std::string_view rest = text.substr(word + 6);
  const std::string_view begin = rest;
  StackFrame frame;
  frame.line = take_number(rest);
  constexpr std::string_view column = ", column ";
  if (!frame.line || !rest.starts_with(column)) return;
  rest.remove_prefix(column.size());
  frame.column = take_number(rest);
  constexpr std::string_view in = " in ";
  const std::size_t last = rest.rfind(in);
  if (!frame.column || last == std::string_view::npos || !rest.starts_with(in)) return;
  frame.url = word_of(rest.substr(last + in.size()));
  if (frame.url.ends_with(':')) frame.url.remove_suffix(1);
  if (!looks_like_script(frame.url)) return;
  if (last != 0) frame.function = frame.caller = opera_name(rest.substr(in.size(), last - in.size()));
  frame.shape = Shape::OperaColumn;
  frame.replaced = {span_of(begin, text).begin, span_of(frame.url, text).end};
  frames.push_back(frame);
}

}  // namespace

void find_opera_frames(std::string_view text, std::vector<StackFrame>& frames) {
  const std::size_t before = frames.size();
  find_opera_line(text, frames);
  if (frames.size() == before) find_opera_column(text, frames);
}

void find_file_frames(std::string_view text, std::vector<StackFrame>& frames) {
  const std::size_t word = text.find("File \"");
  if (word == std::string_view::npos) return;
  std::string_view rest = text.substr(word + 6);
  const std::string_view begin = rest;
  StackFrame frame;
  const std::size_t quote = rest.find('"');
  frame.url = rest.substr(0, quote);
  if (quote == std::string_view::npos || !looks_like_script(frame.url)) return;
  rest.remove_prefix(quote + 1);
  const auto take = [&](std::string_view words) {
    if (!rest.starts_with(words)) return false;
    rest.remove_prefix(words.size());
    return true;
  };
  if (!take(", line ")) return;
  frame.line = take_number(rest);
  if (!frame.line) return;
  if (take(", col ") || take(", column ")) frame.column = take_number(rest);
  std::string_view end = rest.substr(0, 0);
  if (take(", in ")) frame.function = frame.caller = end = trimmed(rest);
  frame.shape = Shape::File;
  frame.replaced = {span_of(begin, text).begin, span_of(end, text).end};
  frames.push_back(frame);
}

void find_lone_frames(std::string_view line, std::vector<StackFrame>& frames) {
  const std::string_view text = trimmed(line);
  StackFrame frame;
  if (text == "[native code]" || text == "eval code" || text == "global code" || text == "module code") {
    frame.shape = Shape::Marker;
    if (!text.starts_with('[')) frame.function = text;
    frames.push_back(frame);
    return;
  }
  if (text.find("://") == std::string_view::npos || first_of<" \t">(text) != std::string_view::npos) return;
  const auto place = read_place(text);
  if (!place || !place->column) return;
  frame.shape = Shape::Url;
  frame.is_offset = place->is_offset;
  frame.url = place->url;
  frame.line = place->line;
  frame.column = place->column;
  frame.replaced = span_of(text, line);
  frames.push_back(frame);
}

}  // namespace symkit::script
