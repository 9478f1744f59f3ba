// Writes the original of a frame in the form of its engine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "logs/script/stack_line.h"

namespace symkit::sourcemap {

// Appends the replacement for `frame.replaced`.
void append_frame(std::string& out, const script::StackFrame& frame, std::string_view function,
                  std::string_view location, std::uint32_t line, std::uint32_t column);

}  // namespace symkit::sourcemap
