// Stacks of scripts whose frames are objects of JSON: Sentry's events, the DevTools protocol's callFrames,
// Bugsnag's, Rollbar's, React Native's. The members get the originals' values; all else stays byte for byte.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "answers/sourcemap/resolver.h"
#include "answers/sourcemap/stack_line.h"

namespace symkit::sourcemap {

// A function whose name is unknown, except perhaps to its caller.
bool waits_for_name(const Answer& answer);
void take_called(Answer& answer, std::string_view called);

// Whether a document may have such frames; whether one may that stands in a string of it. Fast.
bool may_hold_script_stacks(std::string_view document);
bool may_hold_nested_script_stacks(std::string_view document);

using FrameObserver = std::function<void(const StackFrame& frame, const Answer& answer)>;

// A line or a document with the originals; nothing where it has no such frames. `seen` is told of each.
std::optional<std::string> with_originals(std::string_view line, Resolver& resolver,
                                          const FrameObserver& seen);

}  // namespace symkit::sourcemap
