// Stacks of Java whose frames are objects of JSON: Sentry's events, Bugsnag's, App Center's, Crashlytics',
// and logs that write an exception's stack as objects. The members get the original names and lines.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "answers/retrace/retracer.h"
#include "ground/base/result.h"

namespace symkit::retrace {

// Answers a line of a stack, "a.b: " for an exception. Valid until the next call.
using RetraceLine = std::function<Result<const Answer*>(std::string_view line)>;

// Whether a document may have such frames; whether one may that stands in a string of it. Fast.
bool may_hold_class_stacks(std::string_view document);
bool may_hold_nested_class_stacks(std::string_view document);

// A line or a document with the original names; nothing where it has no such frames.
Result<std::optional<std::string>> with_originals(std::string_view line, const RetraceLine& retrace);

}  // namespace symkit::retrace
