// The corners of R's and Octave's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_names;

TEST_CASE("R: calls under a heading") {
  constexpr std::string_view heading = "Traceback:";
  CHECK(read_names({heading, " 1: take(till, 3)"}) == "named #1 take");
  CHECK(read_names({heading, " 1: kiosk:::.serve(queue)"}) == "named #1 kiosk:::.serve");
  CHECK(read_names({heading, "17: (function (i) {    take(i)})(261L)"}) == "named #17 (function)");
  CHECK(read_names({heading, " 1: take(till,", "    3)", " 2: serve()"}) == "named #2 serve");
  CHECK(read_names({heading, " 1: take(till, 3)", "aborting", "now", "later", " 2: serve()"}) == "nothing");
  CHECK(read_names({heading, " 1: take"}) == "nothing");
  CHECK(read_names({" 1: take(till, 3)"}) == "nothing");
}

TEST_CASE("Octave: places under a heading") {
  constexpr std::string_view heading = "error: called from";
  CHECK(read_names({heading, "    take at line 12 column 5"}) == "named take");
  CHECK(read_names({"error: called from:", "error:   shop>take at line 12, column 5"}) == "named take");
  CHECK(read_names({heading, "    take at line 12 column 5 or so"}) == "nothing");
  CHECK(read_names({heading, "and", "    take at line 12 column 5"}) == "nothing");
  CHECK(read_names({"    take at line 12 column 5"}) == "nothing");
}

TEST_CASE("what its lines say of the crash: r stack") {
  CHECK(cause_of("error: take: closed") == "Octave error: take: closed");
  CHECK(cause_of("error: called from") == "nothing");
  CHECK(cause_of("error:   take at line 12, column 5") == "nothing");
}

TEST_CASE("calls of Rscript and of traceback()") {
  constexpr std::string_view error = "Error in take(till, 3) : the till is closed";
  CHECK(read_names({error, "Calls: main -> serve -> take"}) == "named main");
  CHECK(read_names({error, "Calls: <Anonymous> ... kiosk:::take"}) == "named <Anonymous>");
  CHECK(read_names({"Calls: main -> serve"}) == "nothing");
  CHECK(read_names({error, "Calls: 5"}) == "nothing");
  CHECK(read_names({error, "Calls: (none)"}) == "nothing");
  CHECK(read_names({"Error in the log", "Calls: main -> serve"}) == "nothing");
  CHECK(read_names({"> traceback()", "3: take(till, 3) at till.R#12"}) == "named take at till.R:12");
  CHECK(read_names({"> traceback()", "3: take(till, 3)"}) == "named take");
  CHECK(cause_of(error) == "R error: the till is closed");
  CHECK(cause_of("Error in take(till, 3) :") == "R error");
  CHECK(cause_of("Error in the log : it is full") == "nothing");
}
