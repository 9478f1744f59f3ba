#include "logs/crashlog/variable_line.h"

#include <doctest/doctest.h>

using symkit::crashlog::is_variable_line;

TEST_CASE("variables below a frame, as gdb and symcore print them") {
  CHECK(is_variable_line("ret = 0", 8));
  CHECK(is_variable_line("items = std::vector of length 2, capacity 2 = {1, 2}", 10));
  CHECK(is_variable_line("msg = 0x402010 \"#01 pc 0000000000001234 libtill.so\"", 10));
  CHECK(is_variable_line("self.0 = 5", 8));
  CHECK(is_variable_line("sig@entry = 6", 8));
}

TEST_CASE("frames, reasons and other text are none") {
  CHECK_FALSE(is_variable_line("#00 pc 0000000000001234  libtill.so (run+40)", 6));
  CHECK_FALSE(is_variable_line("ret = 0", 0));
  CHECK_FALSE(is_variable_line("at Till.total (till.js:12:3)", 4));
  CHECK_FALSE(is_variable_line("what():  x = y", 4));
  CHECK_FALSE(is_variable_line("int main = 5", 4));
  CHECK_FALSE(is_variable_line("= 5", 5));
  CHECK_FALSE(is_variable_line("", 0));
}
