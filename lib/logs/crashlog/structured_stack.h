// Stacks whose frames are JSON objects, as sent by services that collect crashes: arrays of objects that
// have an address, or a class and a method, or a script and a place in it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ground/json/document.h"
#include "logs/crashlog/document.h"

namespace symkit::crashlog {

// The first member with one of these names that has a value: a text that is not empty, or a number.
json::Value any_of(json::Value object, std::span<const std::string_view> names);

// A number, or a text that is one: decimal, or hexadecimal after 0x.
std::optional<std::uint64_t> number_in(json::Value value);

// Frames of native code in the events of Sentry, Bugsnag, App Center and Crashlytics, and in the reports
// of swift-backtrace; nothing if the document has none.
std::optional<DocumentReport> read_structured_stacks(const json::Document& document);

}  // namespace symkit::crashlog
