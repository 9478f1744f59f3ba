#include "names/demangle/short_name.h"

#include <doctest/doctest.h>

using symkit::demangle::scoped_name;
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

// The right sides are what `go tool pprof -top` prints of the mangled names, but for lambdas, which LLVM
// spells otherwise.
TEST_CASE("names within their scopes: no results, parameters or template arguments") {
  const auto cut = [](std::string_view name) { return scoped_name(name); };
  CHECK(cut("std::vector<int, std::allocator<int>>::push_back(int&&)") == "std::vector::push_back");
  CHECK(cut("run(int, char**)") == "run");
  CHECK(cut("void foo<int>(int)") == "foo");
  CHECK(cut("std::enable_if<0ul < std::tuple_size<T>::value, T>::type&& std::_Mu<int>::operator()<T>(T&) "
            "const") == "std::_Mu::operator()");
  CHECK(cut("decltype(fp->x + 1) ns::add<int>(int)") == "ns::add");
  CHECK(cut("(anonymous namespace)::f(char const*) const &") == "(anonymous namespace)::f");
  CHECK(cut("Op& Op::operator<<<int>(int*)") == "Op::operator<<");
  CHECK(cut("bool Op::operator-><int>(int) const") == "Op::operator->");
  CHECK(cut("A::operator unsigned long() const") == "A::operator unsigned long");
  CHECK(cut("main::'lambda'(int, X<int>)::operator()(int, X<int>) const") ==
        "main::'lambda'(int, X<int>)::operator()");
  CHECK(cut("f(int) const::L::g()") == "f::L::g");
  CHECK(cut("non-virtual thunk to Base<int>::run(int)") == "non-virtual thunk to Base::run");
  CHECK(cut("f(int) (.cold)") == "f (.cold)");
  CHECK(cut("A[abi:cxx11]::f[abi:cxx11](int)") == "A[abi:cxx11]::f[abi:cxx11]");
  CHECK(cut("core::ptr::drop_in_place::<T>") == "core::ptr::drop_in_place");
  for (const std::string_view whole : {"<T as core::fmt::Debug>::fmt", "void (*f(int))(char)",
                                       "typeinfo for A<int>", "a<b", "f(", "", "'", "::"})
    CHECK(cut(whole) == whole);
}
