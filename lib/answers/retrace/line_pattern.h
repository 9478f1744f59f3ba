// An alternative to recognizing Java's and Android's lines. It is separate from Pattern, so that a tool
// without --regex need not be linked with PCRE2, which takes half a megabyte.
#pragma once

#include <string_view>

#include "logs/java/stack_line.h"

namespace symkit::retrace {

class LinePattern {
 public:
  virtual ~LinePattern() = default;

  virtual java::StackLine recognise(std::string_view text) const = 0;

 protected:
  LinePattern() = default;
  LinePattern(const LinePattern&) = default;
  LinePattern& operator=(const LinePattern&) = default;
};

}  // namespace symkit::retrace
