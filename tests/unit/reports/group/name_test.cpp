#include "reports/group/name.h"

#include <doctest/doctest.h>

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
