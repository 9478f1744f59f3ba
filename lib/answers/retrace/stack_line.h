// A line of a log, and where in it stand the names and numbers that a mapping can say something about.
// recognise() finds them as R8's default expression does, without being one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit::retrace {

struct Span {
  std::size_t begin = 0;
  std::size_t end = SIZE_MAX;  // SIZE_MAX: it is not there

  bool present() const { return end != SIZE_MAX; }
};

struct StackLine {
  std::string_view text;  // without the line's end
  Span class_name;
  Span method;
  Span field;
  Span source_file;
  Span line_number;  // with the ':' before it; empty where none was written
  Span type;         // a field's, or what a method returns
  Span arguments;
  bool binary_class = false;       // a/b/C
  bool colon_before_line = false;  // the ':' belongs to the number and goes with it

  std::string_view at(Span span) const { return text.substr(span.begin, span.end - span.begin); }
  // -1: there is a place for a number but none in it, or none that fits an int.
  std::optional<std::int32_t> line() const;
};

// The frame or the exception of this line; nothing is present in any other line.
StackLine recognise(std::string_view text);

// Where "SourceFile:12" has its colon: the end of the source file. Its own end, where no number follows.
std::size_t source_file_end(std::string_view place);

}  // namespace symkit::retrace
