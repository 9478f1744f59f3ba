#include "crashlog/line_filter.h"

#include <string>
#include <string_view>

#include "doctest/doctest.h"

using symkit::crashlog::LineFilter;

TEST_CASE("a mark is seen wherever it stands") {
  LineFilter filter;
  filter.add_mark("0x");
  filter.add_mark("pc ");
  for (std::size_t size = 3; size < 70; ++size)
    for (std::size_t at = 0; at + 3 <= size; ++at)
      for (const std::string_view mark : {"0x", "pc "}) {
        std::string line(size, '-');
        line.replace(at, mark.size(), mark);
        CHECK(filter.has_mark(line));
      }
}

TEST_CASE("halves of marks are none") {
  LineFilter filter;
  filter.add_mark("0x");
  for (const char* line : {"", "0", "x", "x0", "0 x", "000000000000000000000000000000000000",
                           "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "---------------0-x--------------"})
    CHECK_FALSE(filter.has_mark(line));
}

TEST_CASE("headings are known behind blanks") {
  LineFilter filter;
  filter.add_heading("Thread ");
  filter.add_heading("pid: ");
  CHECK(filter.is_heading("Thread 0 Crashed:"));
  CHECK(filter.is_heading("   pid: 12"));
  CHECK_FALSE(filter.is_heading("Three"));
  CHECK_FALSE(filter.is_heading("x pid: 12"));
  CHECK_FALSE(filter.is_heading("   "));
}
