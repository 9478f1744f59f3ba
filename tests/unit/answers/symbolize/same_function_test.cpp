// When two ways to write a name mean one function.
#include "answers/symbolize/same_function.h"

#include "doctest/doctest.h"

using symkit::symbolize::names_a_function;
using symkit::symbolize::plain_function;
using symkit::symbolize::same_function;
using symkit::symbolize::without_suffix;

TEST_CASE("Mangled or not, with parameters, arguments of templates and results or without") {
  CHECK(same_function("_ZN6market14raise_overflowEl", "market::raise_overflow(long)"));
  CHECK(
      same_function("market::Book<1>::match", "market::Book<(market::Side)1>::match(market::Order const&)"));
  CHECK(same_function("market::(anonymous namespace)::Tape::traded(market::Price, unsigned int)",
                      "market::(anonymous namespace)::Tape::traded"));
  CHECK(same_function("unsigned long market::count<int>(int) const", "market::count"));
  CHECK(same_function("main::$_0::operator()() const", "main::$_0::operator()(int) const"));
  CHECK(same_function("core::fmt::write::h0123456789abcdef", "core::fmt::write"));
  CHECK(same_function("f[abi:cxx11](int)", "f"));
  CHECK(same_function("Shop.Basket.total(of: Swift.Int) -> Swift.Int", "Shop.Basket.total"));
}

TEST_CASE("What compilers, linkers and C libraries add") {
  CHECK(same_function("check", "check.isra.0"));
  CHECK(same_function("check.constprop.0.cold", "check"));
  CHECK(same_function("check [clone .cold]", "check"));
  CHECK(without_suffix("check.lto_priv.0.cold") == "check");
  CHECK(without_suffix("main.coldStart") == "main.coldStart");
  CHECK(same_function("check [clone .isra.0]", "check"));
  CHECK(same_function("memcpy@@GLIBC_2.14", "memcpy"));
  CHECK(same_function("__libc_start_main", "__libc_start_main_impl"));
  CHECK(same_function("write", "__GI___libc_write"));
  CHECK(same_function("qsort_r", "__GI___qsort_r"));
  CHECK(same_function("puts", "_IO_puts"));
}

TEST_CASE("Other names are other functions") {
  CHECK_FALSE(same_function("write", "fwrite"));
  CHECK_FALSE(same_function("g_main_context_dispatch", "g_io_channel_write_unichar"));
  CHECK_FALSE(same_function("market::Book::match", "market::Tape::match"));
  CHECK_FALSE(same_function("a::operator<(b, c)", "a::operator>(b, c)"));
  CHECK_FALSE(same_function("a::operator<(b, c)", "a::operator<<(b, c)"));
  CHECK_FALSE(same_function("a::operator()(int)", "a::operator[](int)"));
  CHECK_FALSE(same_function("-[Cart total]", "-[Cart count]"));
  CHECK_FALSE(
      same_function("Shop.Basket.total(of: Swift.Int) -> Swift.Int", "Shop.Basket.count() -> Swift.Int"));
  CHECK_FALSE(same_function("", "main"));
  CHECK_FALSE(same_function("main", ""));
}

TEST_CASE("What stands in a name's place is none") {
  for (const char* none : {"", "??", "???", "[unknown]", "<redacted>", "<unknown>", "_mh_execute_header",
                           "__hidden#123_", "___lldb_unnamed_symbol12"})
    CHECK_FALSE(names_a_function(none));
  for (const char* name :
       {"main", "_start", "<alloc::vec::Vec<T> as core::ops::Drop>::drop", "-[Cart total]"})
    CHECK(names_a_function(name));
}

TEST_CASE("A name built of brackets alone is no trouble") {
  CHECK(plain_function(std::string(10'000, '(')).empty());
  CHECK(plain_function(std::string(10'000, '>')).empty());
  CHECK(plain_function("operator") == "operator");
  CHECK(plain_function("operator(") == "operator(");
}
