// Swift's mangled names, made readable as swift-demangle prints them: all manglings since Swift 3. Written
// from the language's ABI documents. docs/demangling.md says what is printed, and what a name may cost.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace symkit::swift {

struct Options {
  bool simplified = false;     // as Xcode shows a stack: no modules, no types, no conformances
  bool no_parameters = false;  // no labels, no types
};

// Nothing, where the name is not a whole one, refers to memory (symbolic references) or would cost too much.
std::optional<std::string> demangle(std::string_view mangled, const Options& options);

}  // namespace symkit::swift
