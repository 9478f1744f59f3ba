// The interface of mangling schemes for demangle.cpp. They return nothing if the name is not a complete
// one of their kind or would take excessive memory or time. A new language needs a file, a line here and
// a row in the table of demangle.cpp.
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

// The scheme with the name's prefix; null for a name that is readable as it is. A leading dot is ignored.
const Scheme* scheme_of(std::string_view name);

std::optional<std::string> demangle_itanium(std::string_view mangled, const DemangleOptions& options);
std::optional<std::string> demangle_rust(std::string_view mangled, const DemangleOptions& options);
std::optional<std::string> demangle_d(std::string_view mangled, const DemangleOptions& options);
std::optional<std::string> demangle_microsoft(std::string_view mangled, const DemangleOptions& options);
std::optional<std::string> demangle_swift(std::string_view mangled, const DemangleOptions& options);

}  // namespace symkit::demangle
