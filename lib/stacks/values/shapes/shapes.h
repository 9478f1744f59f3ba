// Containers, strings and the like, known by the names of their types and members. Each has a line in the
// list in shapes.cpp. A printer returns false, before it has printed anything, if the members are not those
// that it knows: then the record is printed as it is.
#pragma once

#include "stacks/values/printer.h"
#include "stacks/values/shapes/parts.h"

namespace symkit::values {

using ShapePrinter = bool (*)(Printer& out, const Whole& whole, Level level);

// C++'s library: both GNU's and LLVM's.
bool print_string(Printer& out, const Whole& whole, Level level);
bool print_string_view(Printer& out, const Whole& whole, Level level);
bool print_vector(Printer& out, const Whole& whole, Level level);

}  // namespace symkit::values
