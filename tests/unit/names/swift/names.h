// A table of names, checked one by one. Each line was worked out by hand from the ABI documents.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "doctest/doctest.h"

#include "names/swift/demangle.h"

namespace symkit::swift {

struct Name {
  std::string_view mangled;
  std::string_view readable;
};

inline void check(std::span<const Name> names, const Options& options = {}) {
  for (const Name& name : names) {
    CAPTURE(name.mangled);
    CHECK(demangle(name.mangled, options).value_or("nothing") == name.readable);
  }
}

}  // namespace symkit::swift
