// The corners of Trusty's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_log;

namespace {

constexpr std::string_view heading = "Backtrace for thread: trusty_app_12_7ee4dddc-177a-420",
                           app = "(app: till)";

}  // namespace

TEST_CASE("Trusty") {
  CHECK(read_log({heading, app, "kSP+0x0fe0: 0xffff000000012345"}) ==
        "returns to lk.elf file ffff000000012345 in trusty_app_12_7ee4dddc-177a-420");
  CHECK(read_log({heading, app, "uSP+0x0f40: 0x0000000000001d5a till_price+0x12/0x40"}) ==
        "returns to till file 1d5a till_price in trusty_app_12_7ee4dddc-177a-420");
  CHECK(read_log({heading, app, "0x0000000012340f40: 0x0000000055561d5a/0x0000000000001d5a f+0x0/0x4"}) ==
        "returns to till file 1d5a f in trusty_app_12_7ee4dddc-177a-420");
  CHECK(read_log({heading, "kSP+0x0fe0: 0x0000000080012345"}) ==
        "returns to lk.elf file 80012345 in trusty_app_12_7ee4dddc-177a-420");
}

TEST_CASE("what only looks like Trusty's") {
  CHECK(read_log({"uSP+0x0f40: 0x1d5a"}) == "nothing");
  CHECK(read_log({heading, app, "uSP+0x0f00: 0x0000000000000000"}) == "context");
  for (const std::string_view line : {"x0: 0xffff000000012345", "uSP+0x0f40: 0x1d5a is here",
                                      "uSP+0x0f40 0x1d5a", "kSP+0x0f40: 0x1d5a/x", "0x12: 0x1d5a"}) {
    CAPTURE(line);
    CHECK(read_log({heading, app, line}) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: trusty stack") {
  CHECK(cause_of("panic (caller 0xffff000000012345): ASSERT FAILED at (kernel/till.c:42): price > 0") ==
        "assertion failed: price > 0");
  CHECK(cause_of("panic (caller 0xffff000000012345): no more tills") == "kernel panic: no more tills");
  CHECK(cause_of("panic (caller unknown): x") == "nothing");
}
