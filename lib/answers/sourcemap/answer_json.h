// --format=json: an object for each frame, with the frame in the log, and the original or the reason why
// there is none.
#pragma once

#include <cstdint>
#include <string>

#include "answers/sourcemap/resolver.h"
#include "ground/print/json.h"
#include "logs/script/stack_line.h"

namespace symkit::sourcemap {

void append_json(std::string& out, std::uint64_t line_number, const script::StackFrame& frame,
                 const Answer& answer);

// Writes "original" and, if calls were inlined, "inlined_into"; or "reason".
void write_answer(print::JsonWriter& json, const Answer& answer);

}  // namespace symkit::sourcemap
