// Java stacks whose frames are JSON objects: Sentry's events, Bugsnag's, App Center's, Crashlytics', and
// logs that write exceptions that way. Their members get the original names and lines.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "answers/retrace/retracer.h"
#include "ground/base/result.h"

namespace symkit::retrace {

// Answers a line of a stack; an exception is given as "a.b: ". The answer is valid until the next call.
using RetraceLine = std::function<Result<const Answer*>(std::string_view line)>;

// A fast check whether a document may have such frames; the second, whether a document in one of its
// strings may.
bool may_hold_class_stacks(std::string_view document);
bool may_hold_nested_class_stacks(std::string_view document);

// The line or document with original names; nothing if it has no such frames.
Result<std::optional<std::string>> with_originals(std::string_view line, const RetraceLine& retrace);

}  // namespace symkit::retrace
