// Writes a retraced line: the line as it was, with the names and numbers replaced; one line for each frame.
// The frames of alternatives stand side by side, marked with <OR>, so that each depth can be read by itself.
#pragma once

#include <string>
#include <string_view>

#include "answers/retrace/retracer.h"

namespace symkit::retrace {

struct RenderStyle {
  bool verbose = false;  // methods with their types
  bool color = false;
};

// `line_end` is what the line had: "\n", "\r\n", or nothing at the end of a file.
void append_answer(std::string& out, const StackLine& line, const Answer& answer, std::string_view line_end,
                   const RenderStyle& style);

void append_class(std::string& out, std::string_view name, const RenderStyle& style);

// "void name(int)" where verbose, else "name".
void append_method(std::string& out, const Signature& signature, bool verbose);

}  // namespace symkit::retrace
