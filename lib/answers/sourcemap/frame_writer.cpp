#include "answers/sourcemap/frame_writer.h"

#include <array>
#include <charconv>

#include "ground/print/visible.h"
#include "logs/crashlog/escaped_text.h"

namespace symkit::sourcemap {
namespace {

// A name for a text with this many levels of escapes; text from the log is already escaped.
struct Name {
  std::string_view text;
  const Nesting& nesting;
  bool is_from_log = false;
};

void append(std::string& out, const Name& name) {
  if (name.nesting) {
    crashlog::append_nested(out, name.is_from_log ? name.text : print::visible(name.text), name.nesting);
  } else if (name.is_from_log) {
    out += name.text;
  } else {
    print::append_visible(out, name.text);
  }
}
void append(std::string& out, std::string_view part) { out += part; }
void append(std::string& out, char part) { out += part; }
void append(std::string& out, std::uint32_t number) {
  std::array<char, 10> digits;
  const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

// ":1:2" and what closes it, as one string.
struct LineAndColumn {
  std::uint32_t line, column;
  std::string_view end = {};
};
void append(std::string& out, const LineAndColumn& place) {
  std::array<char, 24> text;
  char* at = text.data();
  for (const std::uint32_t number : {place.line, place.column}) {
    *at++ = ':';
    at = std::to_chars(at, at + 10, number).ptr;
  }
  if (!place.end.empty()) *at++ = place.end[0];
  out.append(text.data(), static_cast<std::size_t>(at - text.data()));
}

}  // namespace

void append_frame(std::string& out, const script::StackFrame& frame, std::string_view function,
                  std::string_view location, std::uint32_t line, std::uint32_t column) {
  const Name name{function, frame.nesting, function == frame.caller}, path{location, frame.nesting};
  const bool has_name = !function.empty();
  const auto put = [&](const auto&... parts) { (append(out, parts), ...); };
  using script::Shape;
  switch (frame.shape) {
    case Shape::Parentheses:
    case Shape::Bare:
      // V8 prints this word even if there is no name, and then no parentheses.
      if (function == "async ") return put(function, path, LineAndColumn{line, column});
      if (has_name) put(name, std::string_view(frame.has_space ? " (" : "("));
      return put(path, LineAndColumn{line, column, has_name ? ")" : ""});
    case Shape::At:
    case Shape::Url:
      if (has_name || frame.shape == Shape::At) put(name, '@');
      return put(path, LineAndColumn{line, column});
    case Shape::OperaLine:
      put(line, frame.middle, path);
      if (has_name) put(std::string_view(": In function "), name);
      return;
    case Shape::OperaColumn:
      put(line, std::string_view(", column "), column);
      if (has_name) put(std::string_view(" in "), name, std::string_view("()"));
      return put(std::string_view(" in "), path);
    case Shape::File:
      put(path, std::string_view("\", line "), line, std::string_view(", col "), column);
      if (has_name) put(std::string_view(", in "), name);
      return;
    case Shape::Marker: return;
  }
}

}  // namespace symkit::sourcemap
