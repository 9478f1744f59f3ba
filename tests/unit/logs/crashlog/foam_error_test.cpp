// The corners of OpenFOAM's errors.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_names;

TEST_CASE("OpenFOAM's errors") {
  constexpr std::string_view heading = "--> FOAM FATAL ERROR: ",
                             place = "    in file till/tillNew.C at line 42.";
  CHECK(
      read_names(
          {heading, "Unknown till",
           "    From function static Foam::autoPtr<Foam::till (int)> Foam::till::New(const Foam::word&)"}) ==
      "named Foam::till::New");
  CHECK(read_names({heading, "    From void Foam::till::open() const"}) == "named Foam::till::open");
  CHECK(read_names({heading, "    From function f(int)", place}) == "named at till/tillNew.C:42");
  CHECK(read_names({"    From function f(int)"}) == "nothing");
  CHECK(read_names({place}) == "nothing");
  CHECK(read_names({heading, "    From here on"}) == "nothing");
  CHECK(read_names({heading, "    in file till at line x."}) == "nothing");
}

TEST_CASE("what its lines say of the crash: foam error") {
  CHECK(cause_of("--> FOAM FATAL ERROR: (openfoam-2206)") == "FOAM fatal error");
  CHECK(cause_of("--> FOAM FATAL IO ERROR:") == "FOAM fatal error");
  CHECK(cause_of("--> FOAM Warning :") == "nothing");
}
