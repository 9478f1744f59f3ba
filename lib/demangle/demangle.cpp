#include "demangle/demangle.h"

#include <array>

#include "demangle/schemes.h"

namespace symkit::demangle {
namespace {

// No compiler's symbol is longer than this; what is longer was made to hurt.
constexpr std::size_t longest_name = 64 * 1024;

struct Scheme {
  std::string_view prefix;
  std::optional<std::string> (*demangle)(std::string_view, const DemangleOptions&);
};

// The first scheme whose prefix fits decides. Objective-C's "-[Class method:]" is readable as it is.
constexpr std::array schemes = std::to_array<Scheme>({
    {"_Z", demangle_itanium},
    {"__Z", demangle_itanium},   // Mach-O's own underscore in front
    {"___Z", demangle_itanium},  // blocks
    {"____Z", demangle_itanium},
    {"_R", demangle_rust},
    {"_D", demangle_d},
    {"?", demangle_microsoft},
});

}  // namespace

std::string demangle(std::string_view mangled, const DemangleOptions& options) {
  if (mangled.size() > longest_name) return std::string(mangled);
  // PowerPC's ELF v1 marks a function's code by a dot; llvm-symbolizer keeps it in front of the name.
  const bool dotted = mangled.starts_with('.');
  const std::string_view name = mangled.substr(dotted ? 1 : 0);
  for (const Scheme& scheme : schemes) {
    if (!name.starts_with(scheme.prefix)) continue;
    const std::optional<std::string> readable = scheme.demangle(name, options);
    if (!readable || readable->empty()) break;
    return dotted ? "." + *readable : *readable;
  }
  return std::string(mangled);
}

}  // namespace symkit::demangle
