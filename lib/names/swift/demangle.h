// Demangles Swift names in the format of swift-demangle: all manglings since Swift 3. Written from the
// language's ABI documents. docs/demangling.md describes the output and the limits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace symkit::swift {

struct Options {
  bool simplified = false;     // as Xcode shows a stack: no modules, types or conformances
  bool no_parameters = false;  // no labels, no types
};

// Nothing if the name is incomplete, refers to memory (symbolic references) or would be too expensive.
std::optional<std::string> demangle(std::string_view mangled, const Options& options);

}  // namespace symkit::swift
