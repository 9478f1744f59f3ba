// A line of a log, with the places of names and numbers that a mapping can explain. recognise() finds
// them as R8's default expression does, but without regular expressions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit::java {

struct Span {
  std::size_t begin = 0;
  std::size_t end = SIZE_MAX;  // SIZE_MAX: not present

  bool present() const { return end != SIZE_MAX; }
};

struct StackLine {
  std::string_view text;  // without its line end
  Span class_name;
  Span method;
  Span field;
  Span source_file;
  Span line_number;  // with the ':' before it; empty if there is none
  Span type;         // of a field, or returned by a method
  Span arguments;
  bool binary_class = false;       // a/b/C
  bool colon_before_line = false;  // the ':' is removed together with the number

  std::string_view at(Span span) const { return text.substr(span.begin, span.end - span.begin); }
  // What recognise_frame() finds.
  std::string_view frame() const { return text.substr(class_name.begin, line_number.end - class_name.begin); }
  // -1: there is a place for a number, but none in it, or none that fits an int.
  std::optional<std::int32_t> line() const;
};

// The frame or the exception of this line; for other lines nothing is present.
StackLine recognise(std::string_view text);

// Only a frame.
StackLine recognise_frame(std::string_view text);

// The end of the source file in "SourceFile:12": the place of the colon, or the end of the text if no
// number follows.
std::size_t source_file_end(std::string_view place);

}  // namespace symkit::java
