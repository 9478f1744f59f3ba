// The corners of Elixir's stacks as terms.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_line;
using symkit::test::read_names;

TEST_CASE("Elixir's terms") {
  constexpr std::string_view call = "{Till, :price, 1, [file: 'lib/till.ex', line: 12]}";
  CHECK(read_names({call}) == "named Till.price/1 at lib/till.ex:12");
  CHECK(read_line(call) == "nothing");
  CHECK(read_names({"** (stop) {:EXIT, {:badarg, [{Till.Box, :\"-price/2-fun-0-\", 2, [file: "
                    "~c\"lib/till.ex\", line: 3]}, …"}) ==
        "named Till.Box.-price/2-fun-0-/2 at lib/till.ex:3");
  CHECK(read_names({"{:gen_event, :notify!, [], [file: 'gen_event.erl', line: 5]}"}) ==
        "named :gen_event.notify!/0 at gen_event.erl:5");
  CHECK(read_names(
            {"{Till, :price, [:pear, %{a: [1, 2]}, {1, 2}], [file: 'a.ex', line: 5, error_info: %{}]}"}) ==
        "named Till.price/3 at a.ex:5");
}

TEST_CASE("what only looks like a term of Elixir's") {
  for (const std::string_view line :
       {"[file: 'lib/till.ex', line: 12]", "{Till, :price, [file: 'lib/till.ex', line: 12]}",
        "{Till, :price, 1, [file: lib/till.ex, line: 12]}",
        "{Till, :price, 1, [file: 'lib/till.ex', line: x]}",
        "{Till, price, 1, [file: 'lib/till.ex', line: 12]}", ", :price, 1, [file: 'a.ex', line: 12]",
        "open [file: 'a.ex', line: 12]", "], 1, [file: 'a.ex', line: 12]", "[file: ~c", "[file: '"}) {
    CAPTURE(line);
    CHECK(read_names({line}) == "nothing");
  }
}
