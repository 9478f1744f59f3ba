// The corners of Elixir's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_line;
using symkit::test::read_names;

TEST_CASE("Elixir") {
  constexpr std::string_view frame = "    (kiosk 0.1.0) lib/kiosk/till.ex:42: Kiosk.Till.take/2";
  CHECK(read_names({frame}) == "named Kiosk.Till.take/2 at lib/kiosk/till.ex:42");
  CHECK(read_line(frame) == "nothing");
  CHECK(read_names({"(kiosk 1.0.0-rc.1+2) lib/a.ex:1: anonymous fn/1 in Kiosk.Till.take/2"}) ==
        "named Kiosk.Till.take/2 at lib/a.ex:1");
  CHECK(read_names({"(stdlib 4.2) gen_server.erl:1123: :gen_server.try_dispatch/4"}) ==
        "named :gen_server.try_dispatch/4 at gen_server.erl:1123");
  CHECK(read_names({"(kiosk) lib/a.ex:1: Kiosk.take({:ok, 1}, \"a b\")"}) ==
        "named Kiosk.take at lib/a.ex:1");
  CHECK(read_names({"(elixir 1.14.0) lib/enum.ex:2: Enum.\"-reduce/3-fun-0-\"/3"}) ==
        "named Enum.\"-reduce/3-fun-0-\"/3 at lib/enum.ex:2");
  CHECK(read_names({"test/till_test.exs:7: (test)"}) == "named (test) at test/till_test.exs:7");
  CHECK(read_names({"iex:1: (file)"}) == "named (file) at iex:1");
  CHECK(read_names({"(kiosk 0.1.0) Kiosk.Till.take(1)"}) == "named Kiosk.Till.take");
  for (const std::string_view line :
       {"lib/till.ex:42: warning: unused variable (x)", "lib/till.ex:42: Kiosk.Till",
        "a.c:42: Kiosk.Till.take/2", "src/till.erl:7: Warning: function take/2", "(see 3) the end.",
        "(a b) f(x)", "lib/till.ex:4: Kiosk.Till.take/x"}) {
    CAPTURE(line);
    CHECK(read_names({line}) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: elixir stack") {
  CHECK(cause_of("** (RuntimeError) closed") == "RuntimeError: closed");
  CHECK(cause_of("** (Ecto.NoResultsError) expected at least one") ==
        "Ecto.NoResultsError: expected at least one");
  CHECK(cause_of("** (exit) exited in: GenServer.call(Till, :take, 5000)") ==
        "exit: exited in: GenServer.call(Till, :take, 5000)");
  CHECK(cause_of("** (see below) for more") == "nothing");
  CHECK(cause_of("** (RuntimeError)closed") == "nothing");
}
