#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("Rust: names, and their places in the line behind") {
  CHECK(read_names({"   2: core::panicking::panic"}) == "named #2 core::panicking::panic");
  CHECK(read_names({"   2: core::panicking::panic", "             at src/main.rs:4:5"}) ==
        "named at src/main.rs:4:5");
  CHECK(read_names({"   3:     0x55d0c1a2ba2b - std::rt::lang_start::h0123"}) ==
        "named #3 std::rt::lang_start::h0123");
  CHECK(read_names({"  12: main"}) == "named #12 main");
}

TEST_CASE("Rust: lists are no stacks") {
  CHECK(read_names({"2: core::panicking::panic"}) == "nothing");
  CHECK(read_names({"   2: two eggs"}) == "nothing");
  CHECK(read_names({"   2: a::b: c"}) == "nothing");
  CHECK(read_names({"at main.rs:4:5"}) == "nothing");
}
