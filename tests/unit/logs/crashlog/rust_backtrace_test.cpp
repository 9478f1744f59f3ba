// The grammar's corners of stacks that Rust's standard library prints.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("Rust") {
  CHECK(read_line("   0:     0x55d0c1a2b3c4 - <unknown>") == "#0 returns to - runtime 55d0c1a2b3c4");
  CHECK(read_line("   0:     0x55d0c1a2b3c4 - main::f::h0123") == "nothing");
  CHECK(read_line("  12:     0x7f29 - <unknown>\r\n") == "#12 returns to - runtime 7f29");
  CHECK(kept_of("  12:     0x7f29 - <unknown>\r\n") == "  12:     0x7f29|\r\n");
}

TEST_CASE("lines that end as Rust's do") {
  for (const std::string_view line : {"0x7f29 - <unknown>", "a: 0x7f29 - <unknown>", "0:0x7f29 - <unknown>",
                                      "0: 7f29 - <unknown>", "0: 0x7f29 - <unknown> and more"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("numbers that are none") {
  CHECK(read_line("0: 0x12345678901234567 - <unknown>") ==
        "#0 returns to - (the log's address has more than 64 bits)");
  CHECK(read_line("99999999999: 0x7f29 - <unknown>") ==
        "returns to - runtime 7f29 (the log's frame number is impossible)");
}
