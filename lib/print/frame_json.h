// Resolved frames as members of a JSON object, the same wherever they are printed.
#pragma once

#include <span>

#include "print/frames.h"
#include "print/json.h"

namespace symkit::print {

// "function", "file", "line" and "column", as far as they are known.
void write_place(JsonWriter& json, const Frame& frame);

// "frames": the chain, innermost first.
void write_frames(JsonWriter& json, std::span<const Frame> frames);

}  // namespace symkit::print
