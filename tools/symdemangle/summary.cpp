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
        "%zu more are left as they are: the names before them made too much text; give them as arguments\n",
        left_out_);
  for (const auto& [language, times] : missed_)
    std::fprintf(stderr, "%zu of %s: not a whole name; it was cut short, or is of a kind that is not known\n",
                 times, language.c_str());
}

}  // namespace symkit::symdemangle
