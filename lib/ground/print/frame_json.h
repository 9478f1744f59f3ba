// Writes resolved frames as members of a JSON object, in the same way everywhere.
#pragma once

#include <span>

#include "ground/print/frames.h"
#include "ground/print/json.h"

namespace symkit::print {

// "function", "file", "line" and "column", as far as they are known.
void write_place(JsonWriter& json, const Frame& frame);

// "folded": the functions that share the code, the reported one first.
void write_folded(JsonWriter& json, const Folded& folded);

// "frames": the chain, innermost first.
void write_frames(JsonWriter& json, std::span<const Frame> frames);

}  // namespace symkit::print
