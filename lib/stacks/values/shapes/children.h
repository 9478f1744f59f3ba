// What a container has, listed as gdb lists the children that a printer of its own gives: " = {a, b, c}".
#pragma once

#include <string_view>

#include "stacks/values/printer.h"

namespace symkit::values {

class Children {
 public:
  // Whether a heading stands in front of them.
  Children(Printer& out, Level level, bool has_heading = true)
      : out_(out), level_(level), has_heading_(has_heading) {}

  // Before each child; false: there must not be another. A name, if any, stands in front of its value.
  bool begin(std::string_view name = {});
  // Of a map: keys and values are children of their own.
  bool begin_key();
  bool begin_value();
  // Where a child's value is printed.
  Level level() const;
  // After the last; no more were wanted, or there are none.
  void end();

 private:
  bool next(bool has_comma);

  Printer& out_;
  Level level_;
  bool has_heading_;
  bool is_too_deep_ = false;
  bool is_cut_ = false;
  bool is_key_ = false;
  unsigned count_ = 0;
};

}  // namespace symkit::values
