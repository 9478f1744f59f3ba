// The corners of Erlang's crash dumps.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_names;

TEST_CASE("Erlang's crash dumps") {
  constexpr std::string_view counter =
      "Current Process Program counter: 0x00007f1234567890 (till:price/2 + 56)";
  constexpr std::string_view returns =
      "0x00007f1234561111:SReturn addr 0x34567AAA (till:'-serve/1-fun-0-'/3 + 120)";
  CHECK(read_names({"=scheduler:1", counter}) == "named till:price/2");
  CHECK(read_names({"=scheduler:1", returns}) == "named till:'-serve/1-fun-0-'/3");
  // Of processes that only wait.
  CHECK(read_names({"=scheduler:1", "=proc_stack:<0.42.0>", returns}) == "nothing");
  CHECK(read_names({counter}) == "nothing");
  for (const std::string_view line :
       {"Current Process CP: 0x0000000000000000 (invalid)",
        "0x00007f:SReturn addr 0x3 (<terminate process normally>)",
        "Current Process Program counter: 0x1a (unknown function)", "y0:SCatch 0x3 (till:serve/1 + 8)"}) {
    CAPTURE(line);
    CHECK(read_names({"=scheduler:1", line}) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: erlang dump") {
  CHECK(cause_of("Slogan: Kernel pid terminated (application_controller) ({till,[]})") ==
        "Erlang: Kernel pid terminated");
  CHECK(cause_of("Slogan: init terminating in do_boot ({undef,[{till,start,[],[]}]})") ==
        "Erlang: init terminating in do_boot");
  CHECK(cause_of("Slogan: eheap_alloc: Cannot allocate 1234 bytes of memory (of type \"heap\").") ==
        "out of memory");
  CHECK(cause_of("=erl_crash_dump:0.5") == "Erlang crash dump");
  CHECK(cause_of("Slogan: ") == "nothing");
}
