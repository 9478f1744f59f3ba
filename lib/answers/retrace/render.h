// Writes a retraced line: the original line with names and numbers replaced, one line for each frame.
// Frames of alternatives are written next to each other, marked with <OR>, so that each depth can be read
// separately.
#pragma once

#include <string>
#include <string_view>

#include "answers/retrace/retracer.h"

namespace symkit::retrace {

struct RenderStyle {
  bool verbose = false;  // write methods with their types
  bool color = false;
};

// `line_end`: the line end in the log: "\n", "\r\n", or empty at the end of a file.
void append_answer(std::string& out, const java::StackLine& line, const Answer& answer,
                   std::string_view line_end, const RenderStyle& style);

// The frames of an answer, each with its line end but without the rest of its line; empty: there is more to
// write. A line with the same frame has the same answer: append_again() writes it.
std::string frames_of(const java::StackLine& line, const Answer& answer, const RenderStyle& style);
void append_again(std::string& out, const java::StackLine& line, std::string_view frames,
                  std::string_view line_end);

void append_class(std::string& out, std::string_view name, const RenderStyle& style);

// "void name(int)" if verbose, else "name".
void append_method(std::string& out, const Signature& signature, bool verbose);

}  // namespace symkit::retrace
