#include "crashlog/line_filter.h"

#include <string>
#include <string_view>

#include "doctest/doctest.h"

using symkit::crashlog::LineFilter;

TEST_CASE("a mark is seen wherever it stands") {
  LineFilter filter;
  filter.add_mark("0x");
  filter.add_mark("pc ");
  filter.prepare();
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
  filter.prepare();
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

TEST_CASE("lines before the first of interest are plain") {
  LineFilter filter;
  filter.add_mark("0x");
  filter.add_heading("Thread ");
  filter.prepare();
  const std::string plain = "one\n\n  two Thread \n{ \"a\": [\nif (x) {\n[ 1 ]\n\x1b no colour\n";
  CHECK(filter.plain_lines(plain) == plain.size());
  CHECK(filter.plain_lines(plain + "no end") == plain.size());
  CHECK(filter.plain_lines("no end") == 0);
  CHECK(filter.plain_lines("") == 0);
  for (const char* line :
       {"at 0x12\n", "0x", "Thread 1\n", "  Thread 1:\n", "06:12:13 Thread 1\n", "{\n", "  {\n", "[ \r\n",
        "[{\n", "12:34:56 {\t \n", "{\"usedImages\":[]}\n", "{\"bug_type\":\"309\"}\n", "0\x1b[1mx\n"})
    CHECK_MESSAGE(filter.plain_lines(plain + line + plain) == plain.size(), line);
}

// A line is looked at as a whole once, however often it has what headings begin with.
TEST_CASE("a line of nothing but headings' beginnings takes no longer than another") {
  LineFilter filter;
  filter.add_heading("==");
  filter.prepare();
  const std::string lines = "x" + std::string(4'000'000, '=') + "\n";
  CHECK(filter.plain_lines(lines) == lines.size());
}
