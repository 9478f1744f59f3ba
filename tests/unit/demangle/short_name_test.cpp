#include "demangle/short_name.h"

#include <doctest/doctest.h>

using symkit::demangle::short_name;

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
  CHECK(short_name("bool std::operator><char, A<B> >(C<D> const&)") == "operator><char, A<B> >");
  CHECK(short_name("bool std::operator< <char, A<B> >(C<D> const&)") == "operator< <char, A<B> >");
  CHECK(short_name("void f<&a::operator><int>, B>(int)") == "f<&a::operator><int>, B>");
  CHECK(short_name("a::S::operator->*(int)") == "operator->*");
  CHECK(short_name("a::operator+<b (c)>(int)") == "operator+<b (c)>");
  CHECK(short_name("operator delete") == "operator delete");
  CHECK(short_name("a::S::operator new[](unsigned long)") == "operator new[]");
  CHECK(short_name("a::S::operator char const*() const") == "operator char const*");
  CHECK(short_name("a::worth()::{lambda(b<c>)#1}::operator()(b<c>) const") == "operator()");
  CHECK(short_name("f<a::operator delete>(int)") == "f<a::operator delete>");
  CHECK(short_name("a::worth()::'lambda'(int)::operator()(int) const") == "operator()");
}

TEST_CASE("Rust's arguments of functions are no names, its implementations are scopes") {
  CHECK(short_name("core::slice::sort::<a::B, <c::D>::e::{closure#0}>") == "sort");
  CHECK(short_name("core::fmt::<impl core::fmt::Debug>::fmt") == "fmt");
  CHECK(short_name("<a::B as c::D<e>>::fmt") == "fmt");
  CHECK(short_name("a::b::<c>::{closure#1}") == "{closure#1}");
}

TEST_CASE("what a compiler put behind a name is none of it") {
  CHECK(short_name("check.isra.0") == "check");
  CHECK(short_name("read_string.cold") == "read_string");
}
