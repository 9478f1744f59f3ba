#include "dropin/short_name.h"

#include <doctest/doctest.h>

using symkit::dropin::short_name;

TEST_CASE("a short name has neither scopes nor parameters") {
  CHECK(short_name("main") == "main");
  CHECK(short_name("a::S::get(int) const") == "get");
  CHECK(short_name("std::vector<a::B, c::D>::push_back(a::B&&)") == "push_back");
  CHECK(short_name("void each<int>(int)") == "each<int>");
  CHECK(short_name("(anonymous namespace)::settle(unsigned)") == "settle");
}

TEST_CASE("operators and what is within a function keep their names") {
  CHECK(short_name("a::S::operator()(int)") == "operator()");
  CHECK(short_name("a::operator<<(a::S, int)") == "operator<<");
  CHECK(short_name("a::worth()::'lambda'(int)::operator()(int) const") == "operator()");
}

TEST_CASE("what a compiler put behind a name is none of it") {
  CHECK(short_name("check.isra.0") == "check");
  CHECK(short_name("read_string.cold") == "read_string");
}
