// The two kinds of lines in a mapping:
//   com.example.Original -> a.b:
//       12:14:void original(int,java.lang.String):40:42 -> c
// Each is parsed into views of it. An error has the place and what was expected there.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "answers/retrace/line_range.h"

namespace symkit::retrace {

struct LineError {
  std::size_t at = 0;  // in the line
  std::string expected;
};

struct ClassLine {
  std::string_view original;
  std::string_view renamed;
};

struct MemberLine {
  std::optional<LineRange> minified;
  std::optional<LineRange> original;
  std::string_view type;       // returned, or of the field
  std::string_view name;       // with its class, if that is another one
  std::string_view arguments;  // as written, including white space
  std::string_view renamed;
  std::string_view subject;  // from the type to the end of the name or the arguments
  bool is_method = false;
};

// `line` is without its line end.
std::expected<ClassLine, LineError> read_class_line(std::string_view line);
std::expected<MemberLine, LineError> read_member_line(std::string_view line);

// A faster version, for the millions of lines of which most are not class lines.
std::optional<ClassLine> quick_class_line(std::string_view line);

}  // namespace symkit::retrace
