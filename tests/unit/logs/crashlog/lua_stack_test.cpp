// The corners of Lua's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_line;
using symkit::test::read_names;

TEST_CASE("Lua") {
  constexpr std::string_view frame = "\tshop.lua:12: in function 'take'";
  CHECK(read_names({frame}) == "named take at shop.lua:12");
  CHECK(read_line(frame) == "nothing");
  CHECK(read_names({"\tshop.lua:12: in upvalue 'take'"}) == "named take at shop.lua:12");
  CHECK(read_names({"\tshop.lua:12: in method 'take' (upvalue)"}) == "named take at shop.lua:12");
  CHECK(read_names({"\t...opt/till/serve.lua:20: in function <...opt/till/serve.lua:17>"}) ==
        "named serve.lua:17 at ...opt/till/serve.lua:20");
  CHECK(read_names({"\tshop.lua:30: in main chunk"}) == "named main at shop.lua:30");
  CHECK(read_names({"\t[C]: in function 'send'"}) == "named send in [C]");
  CHECK(read_names({"\t[string \"return 1\"]:3: in function 'take'"}) == "named take");
  CHECK(read_names({"\t/etc/shop.lua: in function 'take'"}) == "named take at /etc/shop.lua:0");
  CHECK(read_names(
            {"\taccess_by_lua(till.conf:57):10: in function <access_by_lua(till.conf:57):1>, client: ::1"}) ==
        "named access_by_lua(till.conf:57):1 at access_by_lua(till.conf:57):10");
  for (const std::string_view line :
       {"\t[C]: in ?", "\t[C]: in function 'error'", "\t(...tail calls...)", "shop.lua:12: in trouble",
        "shop.c: in function 'take'", "see shop.lua: in function take", "shop.lua:12: in function ''",
        "a.c: In function 'take':"}) {
    CAPTURE(line);
    CHECK(read_names({line}) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: lua stack") {
  CHECK(cause_of("lua: shop.lua:12: closed") == "Lua error: closed");
  CHECK(cause_of("shop.lua:12: closed") == "Lua error: closed");
  CHECK(cause_of("*3 lua entry thread aborted: runtime error: /etc/a.lua:1: attempt to index a nil value") ==
        "Lua error: attempt to index a nil value");
  CHECK(cause_of("lua entry thread aborted: runtime error: content_by_lua(till.conf:35):2: closed") ==
        "Lua error: closed");
  CHECK(cause_of("lua entry thread aborted: runtime error: table overflow") == "Lua error: table overflow");
  CHECK(cause_of("PANIC: unprotected error in call to Lua API (shop.lua:12: closed)") ==
        "Lua error: closed)");
  CHECK(cause_of("the file shop.lua:12: closed") == "nothing");
  CHECK(cause_of("shop.lua:12: in function 'take'") == "nothing");
}
