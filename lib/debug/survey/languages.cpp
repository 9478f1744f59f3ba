#include "debug/survey/languages.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ground/base/words.h"

namespace symkit::survey {

std::string language_name(unsigned number) {
  struct Language {
    unsigned number;
    std::string_view name;
  };
  constexpr auto names = std::to_array<Language>({
      {0x01, "C89"},
      {0x02, "C"},
      {0x03, "Ada 83"},
      {0x04, "C++"},
      {0x05, "COBOL 74"},
      {0x06, "COBOL 85"},
      {0x07, "Fortran 77"},
      {0x08, "Fortran 90"},
      {0x09, "Pascal"},
      {0x0a, "Modula-2"},
      {0x0b, "Java"},
      {0x0c, "C99"},
      {0x0d, "Ada 95"},
      {0x0e, "Fortran 95"},
      {0x0f, "PL/I"},
      {0x10, "Objective-C"},
      {0x11, "Objective-C++"},
      {0x12, "UPC"},
      {0x13, "D"},
      {0x14, "Python"},
      {0x15, "OpenCL"},
      {0x16, "Go"},
      {0x17, "Modula-3"},
      {0x18, "Haskell"},
      {0x19, "C++03"},
      {0x1a, "C++11"},
      {0x1b, "OCaml"},
      {0x1c, "Rust"},
      {0x1d, "C11"},
      {0x1e, "Swift"},
      {0x1f, "Julia"},
      {0x20, "Dylan"},
      {0x21, "C++14"},
      {0x22, "Fortran 03"},
      {0x23, "Fortran 08"},
      {0x24, "RenderScript"},
      {0x25, "BLISS"},
      {0x26, "Kotlin"},
      {0x27, "Zig"},
      {0x28, "Crystal"},
      {0x2a, "C++17"},
      {0x2b, "C++20"},
      {0x2c, "C17"},
      {0x2d, "Fortran 18"},
      {0x2e, "Ada 2005"},
      {0x2f, "Ada 2012"},
      {0x30, "HIP"},
      {0x31, "assembly"},
      {0x32, "C#"},
      {0x33, "Mojo"},
      {0x8001, "assembly"},
  });
  const auto* known = std::ranges::find(names, number, &Language::number);
  return known == names.end() ? say("language ", hex(number)) : std::string(known->name);
}

}  // namespace symkit::survey
