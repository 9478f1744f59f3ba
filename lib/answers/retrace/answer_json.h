// What is told of an answer where JSON is wanted in place of the rewritten log.
#pragma once

#include <cstdint>
#include <string>

#include "answers/retrace/retracer.h"

namespace symkit::retrace {

// `log`: the part of a bug report that it is of, if any.
// One object on a line of its own: a frame with its original frames, or an exception with its original name.
void append_json(std::string& out, std::uint64_t line_number, const StackLine& line, const Answer& answer,
                 std::string_view log = {});

}  // namespace symkit::retrace
