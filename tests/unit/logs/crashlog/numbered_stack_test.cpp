#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_line, symkit::test::read_names;

TEST_CASE("Numbered frames that have their names") {
  CHECK(read_names({"    #1 0x5605333e2ca0 in f(int) /src/a.cc:12:3"}) ==
        "named #1 f(int) at /src/a.cc:12:3");
  CHECK(read_names({"#2  f (x=1, y=...) at a.c:12"}) == "named #2 f at a.c:12");
  CHECK(read_names({"#2  ns::f(int) (x=1) at a.c:12"}) == "named #2 ns::f(int) at a.c:12");
  CHECK(read_names({"#3 0x7f1234567890 f() [a.cc:1:2]"}) == "named #3 f() at a.cc:1:2");
  CHECK(read_names({"#8.1 0x00001234 in g() ../src/b.cc:4"}) == "named #8 g() at ../src/b.cc:4");
  CHECK(read_names({"#1      Till.open (package:shop/till.dart:10:3)"}) ==
        "named #1 Till.open at package:shop/till.dart:10:3");
  CHECK(read_names({"#4 0x12345 in <null> /src/x.c:3"}) == "named #4 at /src/x.c:3");
}

TEST_CASE("Numbered lines that are no frames, and who looks for frames to answer") {
  CHECK(read_names({"#413 INITED cov: 987 ft: 3"}) == "nothing");
  CHECK(read_names({"#1 priority today"}) == "nothing");
  CHECK(read_names({"# 1 f() a.c:3"}) == "nothing");
  CHECK(read_line("#2  f (x=1, y=...) at a.c:12") == "nothing");
}

TEST_CASE("OpenFOAM's frames") {
  CHECK(read_names({"#3  Foam::multiply(Foam::Field<double>&) at ??:?"}) ==
        "named #3 Foam::multiply(Foam::Field<double>&)");
  CHECK(read_names({"#2  ? in \"/lib/libc.so.6\""}) == "named #2 in libc.so.6");
  CHECK(read_names({"#5  \"main\" in ~/bin/renumberMesh"}) == "named #5 main in renumberMesh");
}
