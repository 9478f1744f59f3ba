#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("Python: tracebacks, groups of exceptions, faulthandler") {
  CHECK(read_names({"  File \"/app/shop.py\", line 12, in serve"}) == "named serve at /app/shop.py:12");
  CHECK(read_names({"  File \"<string>\", line 1, in <module>"}) == "named <module> at <string>:1");
  CHECK(read_names({"    |   File \"/app/shop.py\", line 3, in take"}) == "named take at /app/shop.py:3");
  CHECK(read_names({"  File \"/app/shop.py\", line 12 in serve"}) == "named serve at /app/shop.py:12");
  CHECK(read_names({"  File \"/app/shop.py\", line 12"}) == "named at /app/shop.py:12");
  CHECK(read_names({"File \"/app/shop.py\" was not found"}) == "nothing");
}

TEST_CASE("Python: which frame is the innermost") {
  using namespace symkit;
  crashlog::Reader reader(crashlog::ReadFor::Names);
  crashlog::Frame frame;
  reader.read("  File \"a.py\", line 1, in f\n", frame);
  CHECK(frame.said.innermost_last);
  reader.read("  File \"a.py\", line 1 in f\n", frame);
  CHECK_FALSE(frame.said.innermost_last);
}
