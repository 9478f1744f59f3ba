#include "names/demangle/demangle.h"

#include <algorithm>
#include <array>

#include "names/demangle/schemes.h"
#include "names/swift/demangle.h"

namespace symkit::demangle {
namespace {

// Longer than any symbol from a compiler; longer ones are malicious.
constexpr std::size_t longest_name = 64 * 1024;

// Mach-O adds an underscore before every name.
template <std::optional<std::string> (*demangle)(std::string_view, const DemangleOptions&)>
std::optional<std::string> behind_underscore(std::string_view mangled, const DemangleOptions& options) {
  return demangle(mangled.substr(1), options);
}

// The first scheme with a matching prefix is used. Objective-C's "-[Class method:]" is readable as it is.
constexpr std::array schemes = std::to_array<Scheme>({
    {"_Z", "C++", demangle_itanium},
    {"__Z", "C++", demangle_itanium},
    {"___Z", "C++", demangle_itanium},  // blocks
    {"____Z", "C++", demangle_itanium},
    {"_R", "Rust", demangle_rust},
    {"__R", "Rust", behind_underscore<demangle_rust>},
    {"_D", "D", demangle_d},
    {"__D", "D", behind_underscore<demangle_d>},
    {"?", "C++", demangle_microsoft},
    {"$s", "Swift", demangle_swift},
    {"_$s", "Swift", demangle_swift},
    {"$S", "Swift", demangle_swift},
    {"_$S", "Swift", demangle_swift},
    {"$e", "Swift", demangle_swift},
    {"_$e", "Swift", demangle_swift},
    {"_T", "Swift", demangle_swift},
    {"__T", "Swift", demangle_swift},
    {"@__swiftmacro_", "Swift", demangle_swift},
});

constexpr std::string_view first_characters = "_?$@";
static_assert(std::ranges::all_of(schemes, [](const Scheme& scheme) {
  return first_characters.contains(scheme.prefix.front());
}));

// Avoids a call if the first characters decide, as they usually do.
constexpr bool begins_with(std::string_view name, std::string_view prefix) {
  if (name.size() < prefix.size()) return false;
  for (std::size_t i = 0; i < prefix.size(); ++i)
    if (name[i] != prefix[i]) return false;
  return true;
}

// PowerPC's ELF v1 marks a function's code with a dot; llvm-symbolizer keeps it before the name.
std::string_view without_dot(std::string_view name) { return name.substr(name.starts_with('.') ? 1 : 0); }

// It does not look for Mach-O's underscore nor, without an option, for D.
bool is_known_to_gnu(const Scheme& scheme) { return scheme.prefix == "_Z" || scheme.prefix == "_R"; }

// A compiler's suffix after a dot is not part of the mangling. LLVM's parser for C++ and ours for Swift
// handle it; for the others it is removed and added in brackets.
std::optional<std::string> demangle_with_suffix(const Scheme& scheme, std::string_view name,
                                                const DemangleOptions& options) {
  std::optional<std::string> readable = scheme.demangle(name, options);
  const std::size_t dot = name.find('.');
  if (readable || options.as_llvm_symbolizer || options.as_gnu || dot == std::string_view::npos ||
      dot + 1 == name.size())
    return readable;
  readable = scheme.demangle(name.substr(0, dot), options);
  if (readable) (*readable += " (").append(name.substr(dot)) += ')';
  return readable;
}

}  // namespace

std::optional<std::string> demangle_swift(std::string_view mangled, const DemangleOptions& options) {
  if (options.as_llvm_symbolizer) return std::nullopt;  // llvm-symbolizer does not support them
  return swift::demangle(mangled, {.simplified = options.simplified, .no_parameters = options.no_parameters});
}

const Scheme* scheme_of(std::string_view name) {
  name = without_dot(name);
  // Most C names begin with other characters.
  if (name.empty() || first_characters.find(name.front()) == std::string_view::npos) return nullptr;
  for (const Scheme& scheme : schemes)
    if (begins_with(name, scheme.prefix)) return &scheme;
  return nullptr;
}

std::string demangle(std::string_view mangled, const DemangleOptions& options) {
  const Scheme* scheme = scheme_of(mangled);
  if (scheme == nullptr || mangled.size() > longest_name) return std::string(mangled);
  if (options.as_gnu && !is_known_to_gnu(*scheme)) return std::string(mangled);
  const std::string_view name = without_dot(mangled);
  const std::optional<std::string> readable = demangle_with_suffix(*scheme, name, options);
  if (!readable || readable->empty()) return std::string(mangled);
  return name.size() < mangled.size() ? "." + *readable : *readable;
}

std::string_view language_of(std::string_view mangled) {
  const Scheme* scheme = scheme_of(mangled);
  return scheme == nullptr ? std::string_view() : scheme->language;
}

}  // namespace symkit::demangle
