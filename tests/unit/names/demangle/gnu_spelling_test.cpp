#include "names/demangle/gnu_spelling.h"

#include <doctest/doctest.h>

#include "names/demangle/demangle.h"

using symkit::demangle::demangle;
using symkit::demangle::gnu_spelling;

// What is expected is what c++filt of binutils 2.40 prints of such names.
TEST_CASE("brackets that close two templates stand apart, those of operators do not") {
  CHECK(gnu_spelling("std::map<int, std::vector<int>>::find(A<B<C>>)") ==
        "std::map<int, std::vector<int> >::find(A<B<C> >)");
  CHECK(gnu_spelling("A<B<C<D>>>") == "A<B<C<D> > >");
  CHECK(gnu_spelling("A::operator>>(A<B<C>>)") == "A::operator>>(A<B<C> >)");
  CHECK(gnu_spelling("A<B<C>>::operator->() const") == "A<B<C> >::operator->() const");
  CHECK(gnu_spelling("f<&(A::operator>(int))>()") == "f<&(A::operator>(int))>()");
  CHECK(gnu_spelling("std::operator<<<char>(A<B<C>>)") == "std::operator<< <char>(A<B<C> >)");
  CHECK(gnu_spelling("std::operator<<char>(A<B<C>>)") == "std::operator< <char>(A<B<C> >)");
  CHECK(gnu_spelling("std::operator><char>(A)") == "std::operator><char>(A)");
  CHECK(gnu_spelling("operator<<(A, B<C>)") == "operator<<(A, B<C>)");
  CHECK(gnu_spelling("std::operator<=><int>(A)") == "std::operator<=><int>(A)");
  CHECK(gnu_spelling("my_operator<A<B>>()") == "my_operator<A<B> >()");
}

TEST_CASE("what has no name is numbered from 1") {
  CHECK(gnu_spelling("f()::'lambda'(int)::operator()(int) const") ==
        "f()::{lambda(int)#1}::operator()(int) const");
  CHECK(gnu_spelling("f()::'lambda0'(A<B<C>>, D (*)(E))::x") == "f()::{lambda(A<B<C> >, D (*)(E))#2}::x");
  CHECK(gnu_spelling("f(g()::'lambda'(h()::'lambda3'())) (.cold)") ==
        "f(g()::{lambda(h()::{lambda()#5})#1}) [clone .cold]");
  CHECK(gnu_spelling("A::'unnamed'::f(A::'unnamed7')") == "A::{unnamed type#1}::f(A::{unnamed type#9})");
  CHECK(gnu_spelling("'lambda") == "'lambda");
  CHECK(gnu_spelling("'lambda99999999999999999999'(int)") == "'lambda99999999999999999999'(int)");
}

TEST_CASE("parts of functions are clones, and the type of nullptr has no name") {
  CHECK(gnu_spelling("f() (.constprop.0.isra.1)") == "f() [clone .constprop.0] [clone .isra.1]");
  CHECK(gnu_spelling("f() (.part.12.cold)") == "f() [clone .part.12] [clone .cold]");
  CHECK(gnu_spelling("f(std::nullptr_t, std::nullptr_type)") == "f(decltype(nullptr), std::nullptr_type)");
}

TEST_CASE("names as GNU's addr2line prints them") {
  const auto gnu = [](std::string_view name) { return demangle(name, {.as_gnu = true}); };
  CHECK(gnu("_ZNSt6vectorIiSaIiEE9push_backERKi") ==
        "std::vector<int, std::allocator<int> >::push_back(int const&)");
  CHECK(gnu("_ZN4core3fmt9Formatter9write_str17h0123456789abcdefE") == "core::fmt::Formatter::write_str");
  CHECK(gnu("_Z1fi.cold") == "f(int) [clone .cold]");
  for (const std::string_view other :
       {"__Z1fi", "___Z3barv_block_invoke", "_D3std3foo3barFiZi", "?f@@YAXXZ", "_RNvC6"})
    CHECK(gnu(other) == other);
  CHECK(gnu("_ZGTtNKSt11logic_error4whatEv") == "transaction clone for std::logic_error::what() const");
  CHECK(demangle("_ZNSolsEi", {.as_gnu = true, .verbose = true}) ==
        "std::basic_ostream<char, std::char_traits<char> >::operator<<(int)");
  CHECK(demangle("_ZN3foo3barEv.isra.1", {.as_gnu = true, .no_parameters = true}) == "foo::bar");
}
