// Script stacks whose frames are JSON objects: Sentry's events, the DevTools protocol's callFrames,
// Bugsnag's, Rollbar's, React Native's. Their members get the originals' values; everything else stays
// byte for byte.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "answers/sourcemap/resolver.h"
#include "logs/script/stack_line.h"

namespace symkit::sourcemap {

// Whether a function's name is unknown, except perhaps to its caller.
bool waits_for_name(const Answer& answer);
void take_called(Answer& answer, std::string_view called);

// A fast check whether a document may have such frames; the second, whether a document in one of its
// strings may.
bool may_hold_script_stacks(std::string_view document);
bool may_hold_nested_script_stacks(std::string_view document);

using FrameObserver = std::function<void(const script::StackFrame& frame, const Answer& answer)>;

// The line or document with the originals; nothing if it has no such frames. `seen` is called for each
// frame.
std::optional<std::string> with_originals(std::string_view line, Resolver& resolver,
                                          const FrameObserver& seen);

}  // namespace symkit::sourcemap
