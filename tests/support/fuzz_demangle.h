// A fuzz target for one scheme of mangling: the input is what follows the prefix, so that all of the time
// goes into that scheme.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>

#include "names/demangle/demangle.h"

namespace symkit::fuzz {

inline void demangle_behind(std::initializer_list<std::string_view> prefixes, const std::uint8_t* data,
                            std::size_t size) {
  const std::string_view rest(reinterpret_cast<const char*>(data), size);
  for (const std::string_view prefix : prefixes) {
    const std::string name = std::string(prefix) + std::string(rest);
    for (const demangle::DemangleOptions& options :
         {demangle::DemangleOptions{}, {.no_parameters = true}, {.simplified = true}}) {
      // Something is always said, and the same each time.
      const std::string readable = demangle::demangle(name, options);
      if (readable.empty()) std::abort();
    }
  }
}

}  // namespace symkit::fuzz
