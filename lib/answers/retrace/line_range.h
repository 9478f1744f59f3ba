// A range of line numbers as in a mapping: "12:15", or a single "12", which is a call site.
#pragma once

#include <cstdint>

namespace symkit::retrace {

struct LineRange {
  std::int32_t from = 0;
  std::int32_t to = 0;
  bool single = false;  // written as one number

  bool contains(std::int32_t line) const { return from <= line && line <= to; }
  std::int64_t span() const { return std::int64_t{to} - from + 1; }
  // Whether only the method is known: R8 writes the largest line that a class file can hold.
  bool is_catch_all() const { return from == 0 && to == 65535; }

  bool operator==(const LineRange&) const = default;
};

}  // namespace symkit::retrace
