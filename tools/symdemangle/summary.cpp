#include "symdemangle/summary.h"

#include <cstdio>

#include "names/demangle/demangle.h"

namespace symkit::symdemangle {

void Summary::count(std::string_view mangled, std::string_view readable) {
  ++seen_;
  if (readable != mangled) {
    ++demangled_;
  } else {
    ++missed_[std::string(demangle::language_of(mangled))];
  }
}

void Summary::print() const {
  std::fprintf(stderr, "%zu mangled names, %zu demangled\n", seen_, demangled_);
  if (left_out_ != 0)
    std::fprintf(
        stderr,
        "%zu more are unchanged: the names before them expanded to too much text; give these as arguments\n",
        left_out_);
  for (const auto& [language, times] : missed_)
    std::fprintf(stderr, "%zu of %s: incomplete, or of an unknown kind\n", times, language.c_str());
}

}  // namespace symkit::symdemangle
