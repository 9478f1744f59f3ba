// --format=json: an object for each frame, with what the log had and the original or the reason.
#pragma once

#include <cstdint>
#include <string>

#include "answers/sourcemap/resolver.h"
#include "answers/sourcemap/stack_line.h"
#include "ground/print/json.h"

namespace symkit::sourcemap {

void append_json(std::string& out, std::uint64_t line_number, const StackFrame& frame, const Answer& answer);

// "original" and, where calls were inlined, "inlined_into"; or "reason".
void write_answer(print::JsonWriter& json, const Answer& answer);

}  // namespace symkit::sourcemap
