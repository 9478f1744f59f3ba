// Answers as JSON, for output that is not the rewritten log.
#pragma once

#include <cstdint>
#include <string>

#include "answers/retrace/retracer.h"

namespace symkit::retrace {

// Appends one line with an object: a frame with its original frames, or an exception with its original
// name. `log`: the part of a bug report that has the line, if any.
void append_json(std::string& out, std::uint64_t line_number, const java::StackLine& line,
                 const Answer& answer, std::string_view log = {});

}  // namespace symkit::retrace
