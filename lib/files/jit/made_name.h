// What the names in such lists tell: V8's "JS:*total file:///srv/till.js:12:3", CPython's
// "py::total:/srv/till.py". Others are as they are.
#pragma once

#include <string_view>

namespace symkit::jit {

struct MadeName {
  std::string_view function;
  std::string_view file = {};  // where the function is written; it may be elsewhere in it now
};

MadeName read_made_name(std::string_view name);

}  // namespace symkit::jit
