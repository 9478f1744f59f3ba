// What each mangling scheme offers to demangle.cpp: nothing, where the name is not a whole one of its kind or
// would take a hostile amount of memory or time. A new language is a file of its own, a line here and a row
// in the table of demangle.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "names/demangle/demangle.h"

namespace symkit::demangle {

struct Scheme {
  std::string_view prefix;
  std::string_view language;
  std::optional<std::string> (*demangle)(std::string_view, const DemangleOptions&);
};

// The scheme whose prefix the name has; none for a name that is readable as it is. A dot in front does not
// count.
const Scheme* scheme_of(std::string_view name);

std::optional<std::string> demangle_itanium(std::string_view mangled, const DemangleOptions& options);
std::optional<std::string> demangle_rust(std::string_view mangled, const DemangleOptions& options);
std::optional<std::string> demangle_d(std::string_view mangled, const DemangleOptions& options);
std::optional<std::string> demangle_microsoft(std::string_view mangled, const DemangleOptions& options);
std::optional<std::string> demangle_swift(std::string_view mangled, const DemangleOptions& options);

}  // namespace symkit::demangle
