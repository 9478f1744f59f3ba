// The corners of Perl's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_line;
using symkit::test::read_names;

TEST_CASE("Perl") {
  constexpr std::string_view frame =
      "\tKiosk::Till::take(Kiosk::Till=HASH(0x55), 3) called at lib/Server.pm line 17";
  CHECK(read_names({frame}) == "named Kiosk::Till::take at lib/Server.pm:17");
  CHECK(read_line(frame) == "nothing");
  CHECK(read_names({"\tmain::f(\"a called at b line 3\") called at bin/a b line 5"}) ==
        "named main::f at bin/a b:5");
  CHECK(read_names({"\tmain::f() called at a.pl line 5, <STDIN> line 3."}) == "named main::f at a.pl:5");
  for (const std::string_view line :
       {"\teval {...} called at bin/kiosk line 9", "\trequire Till.pm called at bin/kiosk line 9",
        "it was called at the till line 9", "main::f() called at a.pl line x", "main::f() called at a.pl",
        "he (was) called at noon on line 7"}) {
    CAPTURE(line);
    CHECK(read_names({line}) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: perl stack") {
  CHECK(cause_of("closed at lib/Kiosk/Till.pm line 42.") == "Perl error: closed in lib/Kiosk/Till.pm:42");
  CHECK(cause_of("closed at a.pl line 42, <STDIN> line 3.") == "Perl error: closed in a.pl:42");
  CHECK(cause_of("closed at a.pl line 42") == "Perl error: closed in a.pl:42");
  CHECK(cause_of("main::f() called at a.pl line 5") == "nothing");
  CHECK(cause_of("closed at the second line 42.") == "nothing");
}
