// The corners of Erlang's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_line;
using symkit::test::read_names;

TEST_CASE("Erlang: frames in words") {
  CHECK(read_names({"      in function  till:take/2 (/src/till.erl, line 42)"}) ==
        "named till:take/2 at /src/till.erl:42");
  CHECK(read_names({"      in call from till_server:'-init/1-fun-0-'/2 (src/a b.erl, line 7)"}) ==
        "named till_server:'-init/1-fun-0-'/2 at src/a b.erl:7");
  CHECK(read_names({"in function erlang:binary_to_integer/1"}) == "named erlang:binary_to_integer/1");
  CHECK(read_names(
            {"gen_server till terminated with reason: no match of right hand value x in till:take/2 line "
             "42"}) == "named till:take/2");
  for (const std::string_view line :
       {"in function main", "in function a:b", "in function a:b/c", "in call from a:b/2 (c.erl, line x)",
        "exit with reason shutdown in context child_terminated", "closed with reason: done in till line 3"}) {
    CAPTURE(line);
    CHECK(read_names({line}) == "nothing");
  }
}

TEST_CASE("Erlang: frames in terms, which lines may cut anywhere") {
  CHECK(read_names({R"({badarg,[{till,take,2,[{file,"src/till.erl"},{line,42}]},)"}) ==
        "named till:take/2 at src/till.erl:42");
  CHECK(read_names({R"([{till,take,[<0.255.0>,[a,b]],[{file,"src/till.erl"},{line,42}]}]}})"}) ==
        "named till:take at src/till.erl:42");
  CHECK(read_names({R"([{till,'-take/2-fun-0-',1,)", R"( [{file,"src/till.erl"},{line,42}]},)"}) ==
        "named till:'-take/2-fun-0-'/1 at src/till.erl:42");
  CHECK(read_names({"{till,take,2,", R"([{file,"src/till.erl"},)", "{line,42}]},"}) ==
        "named till:take/2 at src/till.erl:42");
  CHECK(read_line(R"({badarg,[{till,take,2,[{file,"src/till.erl"},{line,42}]},)") == "nothing");
  for (const std::string_view line :
       {R"([{file,"src/till.erl"},{line,42}]},)", R"({till,take,[{file,"src/till.erl"},{line,42}]},)",
        R"({till,take,2,[{file,"src/till.erl"},{line,x}]},)", R"({a,"b",2,[{file,"a.erl"},{line,1}]})",
        R"(]],[{file,"a.erl"},{line,1}]})"}) {
    CAPTURE(line);
    CHECK(read_names({line}) == "nothing");
  }
  CHECK(read_names({"{till,take,2,", "closed,", R"([{file,"src/till.erl"},{line,42}]},)"}) == "nothing");
}

TEST_CASE("what its lines say of the crash: erlang stack") {
  CHECK(cause_of("exception error: no match of right hand side value {error,closed}") ==
        "Erlang error: badmatch");
  CHECK(cause_of("** exception exit: closed") == "Erlang error: closed");
  CHECK(cause_of("exception error: the till is closed") == "Erlang error: the till is closed");
  CHECK(cause_of("** {{badmatch,{error,closed}},[{till,take,2,[]}]}") == "Erlang error: badmatch");
  CHECK(cause_of("** {function_clause,") == "Erlang error: function_clause");
  CHECK(cause_of("{badarg,[{erlang,binary_to_integer,[<<\"x\">>],[]},") == "Erlang error: badarg");
  CHECK(cause_of("Server till terminating. Reason: {{nocatch,{closed,1}},[{till,'take it',2,[]}]}") ==
        "Erlang error: nocatch");
  CHECK(
      cause_of("CRASH REPORT Process till with 0 neighbours crashed with reason: bad argument in till:take/2 "
               "line 4") == "Erlang error: badarg");
  CHECK(cause_of("=SUPERVISOR REPORT==== 28-Nov-2026::10:11:12 ===") == "stack of another thread");
  CHECK(cause_of("Reason:     {badarg,[{till,take,2,[]}]}") == "nothing");
  CHECK(cause_of("=ERROR REPORT==== 28-Nov-2026::10:11:12.345678 ===") == "Erlang error");
  for (const std::string_view line :
       {"an exception error: x", "{a,[{b,c}]}", "[1,[{\"a\":1}],", "** {", "** 3"}) {
    CAPTURE(line);
    CHECK(cause_of(line) == (line == "** {" ? "Erlang error" : "nothing"));
  }
}
