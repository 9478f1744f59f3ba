#include "reports/group/name.h"

#include <doctest/doctest.h>
#include <string_view>

using symkit::group::name_key;
using symkit::group::plain_name;

TEST_CASE("parameters, template arguments, results and nameless namespaces are no part of a name") {
  CHECK(plain_name("shop::Till::open(int, char const*) const") == "shop::Till::open");
  CHECK(plain_name("void std::vector<int, std::allocator<int> >::push_back<int>(int&&)") ==
        "std::vector::push_back");
  CHECK(plain_name("shop::(anonymous namespace)::open()") == "shop::open");
  CHECK(plain_name("shop::`anonymous namespace'::open") == "shop::open");
  CHECK(plain_name("shop::Price::operator()(shop::Item*) const") == "shop::Price::operator()");
  CHECK(plain_name("operator new[](unsigned long)") == "operator new[]");
  CHECK(plain_name("shop::operator<<(std::ostream&, shop::Item const&)") == "shop::operator<<");
  CHECK(plain_name("shop::Item::operator->() const") == "shop::Item::operator->");
  CHECK(plain_name("non-virtual thunk to shop::Till::open()") == "shop::Till::open");
  CHECK(plain_name("-[Till open:]") == "-[Till open:]");
}

TEST_CASE("what compilers and linkers add is no part of a name") {
  CHECK(plain_name("open_till.isra.0") == "open_till");
  CHECK(plain_name("shop::open(int) [clone .constprop.0]") == "shop::open");
  CHECK(plain_name("shop::open() (.cold)") == "shop::open");
  CHECK(plain_name("malloc@plt") == "malloc");
  CHECK(plain_name("shop::open::h0123456789abcdef") == "shop::open");
  CHECK(plain_name("<shop::Till as core::ops::Drop>::drop") == "shop::Till::drop");
  CHECK(plain_name("_ZN4shop4openEi") == "shop::open");
  CHECK(plain_name("Shop.(open in _5FB1CF)(id: Swift.Int) throws -> Swift.Bool") == "Shop.open");
}

TEST_CASE("of functions that share their code it does not matter which one is named") {
  CHECK(plain_name("beta (one of 2: alpha)") == "alpha");
  CHECK(plain_name("alpha (one of 2: beta)") == "alpha");
  CHECK(plain_name("gamma(int) (one of 12: beta(int, char), delta(), …)") == "beta");
}

TEST_CASE("numbers that compilers give are no part of a key") {
  CHECK(name_key("main$lambda$3") == name_key("main$lambda$14"));
  CHECK(name_key("Shop$1.run") == name_key("Shop$2.run"));
  CHECK(name_key("shop::open::$_0") == name_key("shop::open::$_7"));
  CHECK(name_key("main.open.func1") == name_key("main.open.func2"));
  CHECK(name_key("utf8_read") != name_key("utf16_read"));
}

TEST_CASE("C and C++: variants of a function that compilers, linkers and the C library make") {
  for (const std::string_view name :
       {"open_till.lto_priv.0", "open_till.specialized.2", "open_till.__uniq.123456789", "open_till.cold.3",
        "open_till[abi:cxx11]", "open_till[abi:v160004](int)", "__GI_open_till", "*__GI_open_till",
        "open_till.part.0.constprop.1", "open_till.isra.0.cold", "open_till$filt$0", "open_till$catch$2",
        "open_till@@V_2"}) {
    CAPTURE(name);
    CHECK(plain_name(name) == "open_till");
  }
  CHECK(plain_name("IA__g_object_unref") == "g_object_unref");
  CHECK(plain_name("__memcpy_avx_unaligned_erms") == "memcpy");
  CHECK(plain_name("__memmove_ssse3_back") == "memmove");
  CHECK(plain_name("__strlen_sse42") == "strlen");
  CHECK(plain_name("__strncasecmp_l_evex") == "strncasecmp_l");
  CHECK(plain_name("covariant return thunk to shop::Till::open()") == "shop::Till::open");
  CHECK(plain_name("[thunk]:shop::Till::open`adjustor{8}'") == "shop::Till::open");
  CHECK(plain_name("operator[]") == "operator[]");
  CHECK(plain_name("shop::Till::operator[](int)") == "shop::Till::operator[]");
  CHECK(plain_name("open_till_avx2") == "open_till_avx2");
  CHECK(plain_name("__open_generic_till") == "__open_generic_till");
}

TEST_CASE("Rust: hashes of all ages, closures of both manglings") {
  CHECK(plain_name("shop::open::h0123456789abcde") == "shop::open");
  CHECK(plain_name("shop::open::h0123456789abcdef0") == "shop::open");
  CHECK(plain_name("shop::open::h0123456789abcdefIFy") == "shop::open");
  CHECK(plain_name("shop::hash::hello_world_of_all") == "shop::hash::hello_world_of_all");
  CHECK(plain_name("shop::open::{{closure}}::h0123456789abcdef") == "shop::open::{{closure}}");
  CHECK(plain_name("shop::open::{closure#0}") == "shop::open::{{closure}}");
  CHECK(plain_name("shop::open::{{closure}}.4711") == "shop::open::{{closure}}");
  CHECK(plain_name("shop::open::{closure#1}::{closure#0}") == "shop::open::{{closure}}::{{closure}}");
}

TEST_CASE("Go: closures, method values, instances, wrappers") {
  CHECK(name_key(plain_name("main.open.func1")) == "main.open.func");
  CHECK(name_key(plain_name("main.open.func2.1")) == "main.open.func");
  CHECK(name_key(plain_name("main.open.func2.1.3")) == "main.open.func");
  CHECK(name_key(plain_name("main.open.gowrap1")) == name_key(plain_name("main.open.gowrap2")));
  CHECK(name_key(plain_name("main.open-range1")) == name_key(plain_name("main.open-range2")));
  CHECK(plain_name("main.(*Till).Open-fm") == "main.(*Till).Open");
  CHECK(plain_name("main.open[...]") == "main.open");
  CHECK(plain_name("main.(*Till[...]).Open") == "main.(*Till).Open");
  CHECK(plain_name("main.(*Till).Open(...)") == "main.(*Till).Open");
  CHECK(name_key(plain_name("main.init.0")) == name_key(plain_name("main.init.1")));
}

TEST_CASE("Java and Kotlin: what compilers make") {
  CHECK(name_key("shop.Till.lambda$open$0") == name_key("shop.Till.lambda$open$12"));
  CHECK(name_key("shop.Till$open$1.invokeSuspend") == name_key("shop.Till$open$2.invokeSuspend"));
  CHECK(plain_name("shop.Till.open$default") == "shop.Till.open");
  CHECK(plain_name("shop.Till.open-impl") == "shop.Till.open");
  CHECK(plain_name("shop.Till.open-sW7UJKQ") == "shop.Till.open");
  CHECK(plain_name("shop.Till.-wrap0") == "shop.Till.-wrap0");
  CHECK(plain_name("kfun:shop.Till#open(kotlin.Int){}") == "kfun:shop.Till#open{}");
}

TEST_CASE("C#, F# and what Unity makes of them") {
  CHECK(plain_name("Shop.Till.<Open>d__3.MoveNext()") == "Shop.Till.Open");
  CHECK(plain_name("Shop.Till.<>c__DisplayClass3_0.<Open>b__0(Int32 x)") == "Shop.Till.Open.lambda");
  CHECK(plain_name("Shop.Till.<Open>g__Check|3_0(Int32 x)") == "Shop.Till.Open.Check");
  CHECK(plain_name("Shop.Till.<>c__DisplayClass3_0.<<Open>b__0>d.MoveNext()") == "Shop.Till.Open.lambda");
  CHECK(plain_name("Program.<Main>$(String[] args)") == "Program.Main");
  CHECK(plain_name("Program.<<Main>$>d__0.MoveNext()") == "Program.Main");
  CHECK(plain_name("Shop.Till`1.Open(T x)") == "Shop.Till.Open");
  CHECK(plain_name("Shop.Till`2[System.Int32,System.String].Open(T x)") == "Shop.Till.Open");
  CHECK(plain_name("Shop.Till`1[[System.Int32, mscorlib]].Open(T x)") == "Shop.Till.Open");
  CHECK(plain_name("Shop.Till.Open[T](T x)") == "Shop.Till.Open");
  CHECK(plain_name("Shop.Till+Drawer.Open()") == "Shop.Till+Drawer.Open");
  CHECK(name_key(plain_name("Shop.clo@12-1.Invoke(Int32 x)")) ==
        name_key(plain_name("Shop.clo@14.Invoke(Int32 x)")));
  CHECK(plain_name("Till_Open_m0123456789ABCDEF0123456789ABCDEF01234567") == "Till_Open");
  CHECK(plain_name("Till_Open_m0123456789ABCDEF0123456789ABCDEF01234567_gshared") == "Till_Open");
  CHECK(plain_name("Till_Open_main") == "Till_Open_main");
}

TEST_CASE("Swift: closures, thunks and the parts of asynchronous functions") {
  CHECK(plain_name("closure #1 in Till.open()") == "closure in Till.open");
  CHECK(plain_name("closure #1 () -> () in closure #2 (Swift.Int) -> () in shop.Till.open() -> ()") ==
        "closure in shop.Till.open");
  CHECK(plain_name("partial apply forwarder for closure #1 () -> () in shop.Till.open() -> ()") ==
        "closure in shop.Till.open");
  CHECK(plain_name("partial apply for closure #1 in Till.open()") == "closure in Till.open");
  CHECK(plain_name("implicit closure #1 in Till.open()") == "closure in Till.open");
  CHECK(plain_name("(1) await resume partial function for shop.Till.open() async -> ()") == "shop.Till.open");
  CHECK(plain_name("(3) suspend resume partial function for closure #1 () async -> () in shop.Till.open()") ==
        "closure in shop.Till.open");
  CHECK(plain_name("merged shop.Till.open() -> ()") == "shop.Till.open");
  CHECK(plain_name("specialized Till.open(id:)") == "Till.open");
  CHECK(plain_name("static shop.Till.open(id: Swift.Int) throws -> Swift.Bool") == "shop.Till.open");
  CHECK(plain_name("@objc Till.open()") == "Till.open");
}

TEST_CASE("JavaScript and Python") {
  CHECK(plain_name("Object.fuzz [as default]") == "Object.fuzz");
  CHECK(plain_name("async Till.open") == "Till.open");
  CHECK(plain_name("Till.[Symbol.iterator]") == "Till.[Symbol.iterator]");
  CHECK(plain_name("<lambda>") == "<lambda>");
  CHECK(plain_name("open.<locals>.<lambda>") == "open.<locals>.<lambda>");
}
