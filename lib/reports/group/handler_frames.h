// Finds the frames of a signal's handler in a stack: a program that prints its own stack prints them first.
#pragma once

#include <cstddef>
#include <span>

#include "reports/group/judge.h"
#include "reports/group/report.h"

namespace symkit::group {

// How many frames of the stack, innermost first, belong to a handler or mark where the signal came; 0: none.
std::size_t frames_of_handler(std::span<const ShownFrame> stack, const Report& report, const Judge& judge);

}  // namespace symkit::group
