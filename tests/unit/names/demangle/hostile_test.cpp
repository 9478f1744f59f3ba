// Names that would cost LLVM's demanglers more stack, memory or time than there is.
#include <algorithm>
#include <cstring>
#include <memory>

#include "doctest/doctest.h"

#include "names/demangle/demangle.h"

using symkit::demangle::demangle;

namespace {

std::string repeated(std::string_view part, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += part;
  return all;
}

// The substitution that means the n-th part seen: S_, S0_, S1_ … S9_, SA_ …
std::string substitution(std::size_t n) {
  constexpr std::string_view digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string number;
  for (std::size_t rest = n; rest > 0; rest = (rest - 1) / digits.size())
    number.insert(number.begin(), digits[(rest - 1) % digits.size()]);
  return "S" + number + "_";
}

// f(A<int, int>, A<that, that>, A<that, that> …): the text doubles with every parameter.
std::string doubling_cpp(std::size_t parameters) {
  std::string name = "_Z1f1AIiiE";
  for (std::size_t i = 1; i < parameters; ++i)
    name += substitution(0) + "I" + substitution(i) + substitution(i) + "E";
  return name;
}

std::string base62(std::size_t value) {
  constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (value == 0) return "_";
  std::string number;
  for (std::size_t rest = value - 1;; rest /= digits.size()) {
    number.insert(number.begin(), digits[rest % digits.size()]);
    if (rest < digits.size()) return number + "_";
  }
}

// a::f::<(u8, u8), (that, that) …>
std::string doubling_rust(std::size_t arguments) {
  std::string name = "INvC1a1fThhE";
  std::size_t last = name.size() - 4;
  for (std::size_t i = 1; i < arguments; ++i) {
    const std::size_t here = name.size();
    name += "TB" + base62(last) + "B" + base62(last) + "E";
    last = here;
  }
  return "_R" + name + "E";
}

}  // namespace

TEST_CASE("text that doubles at every step is given while it is small, and not tried when it is not") {
  CHECK(demangle(doubling_cpp(3)) ==
        "f(A<int, int>, A<A<int, int>, A<int, int>>, "
        "A<A<A<int, int>, A<int, int>>, A<A<int, int>, A<int, int>>>)");
  CHECK(demangle(doubling_cpp(12)).size() > 20'000);
  for (const std::size_t parameters : {40U, 100U, 1000U}) {
    const std::string name = doubling_cpp(parameters);
    CHECK(demangle(name) == name);
  }
}

TEST_CASE("Rust's back-references likewise") {
  CHECK(demangle(doubling_rust(3)) ==
        "a::f::<(u8, u8), ((u8, u8), (u8, u8)), "
        "(((u8, u8), (u8, u8)), ((u8, u8), (u8, u8)))>");
  CHECK(demangle(doubling_rust(10)).size() > 4000);
  const std::string name = doubling_rust(50);
  CHECK(demangle(name) == name);
}

TEST_CASE(
    "a Rust name that refers to what it stands in, or binds a million lifetimes, comes back as it was") {
  for (const std::string_view name : {"_RB_", "_RIB_hE", "_RINvC1a1fTB6_EE", "_RINvC1a1fFGzzzz_EuE"})
    CHECK(demangle(name) == name);
}

TEST_CASE("Microsoft's back-references likewise") {
  std::string name = "?f@@YAX";
  for (int i = 0; i < 10; ++i) name += "P6AX" + repeated(std::to_string(std::max(0, i - 1)), 30) + "@Z";
  name += "@Z";
  CHECK(demangle(name) == name);
  CHECK(demangle("?f@@YAXPEAVFoo@@0000@Z") ==
        "f(class Foo *, class Foo *, class Foo *, class Foo *, class Foo *)");
}

TEST_CASE("Microsoft's templates whose arguments double at every level likewise") {
  const auto doubling = [](int levels) {
    std::string name = "?x@@3V";
    for (int i = 0; i < levels; ++i) name += "?$A@V";
    name += "B@@";
    for (int i = 0; i < levels; ++i) name += "V1@@@";
    return name + "A";
  };
  CHECK(demangle(doubling(2)) == "class A<class A<class B, class B>, class A<class B, class B>> x");
  CHECK(demangle(doubling(40)) == doubling(40));
  std::string functions = "?f@@YAXPEAV" + std::string(1000, 'x') + "@@";
  for (int i = 0; i < 9; ++i) functions += "P6AX" + repeated(std::to_string(i), 4) + "@Z";
  functions += "@Z";
  CHECK(demangle(functions) == functions);
}

TEST_CASE("Microsoft's honest names are read, however many back-references they have") {
  CHECK(
      demangle(
          "?insert@?$map@U?$basic_string@DU?$char_traits@D@std@@U?$allocator@D@2@@std@@U12@U?$less@U?$basic_"
          "string@DU?$char_traits@D@std@@U?$allocator@D@2@@std@@@2@U?$allocator@U?$pair@$$CBU?$basic_string@"
          "DU?$char_traits@D@std@@U?$allocator@D@2@@std@@U12@@std@@@2@@std@@QEAAXU?$basic_string@DU?$char_"
          "traits@D@std@@U?$allocator@D@2@@2@000@Z")
          .starts_with("std::map<struct std::basic_string<char, struct std::char_traits<char>"));
}

TEST_CASE("deep nesting needs no more stack than there is") {
  const std::size_t deep = 60'000;
  CHECK(demangle("_Z1f" + repeated("P", deep) + "i") == "f(int" + repeated("*", deep) + ")");
  CHECK(demangle("_Z1f" + repeated("1AI", deep / 4) + "i" + repeated("E", deep / 4)).size() > deep / 2);
  for (const std::string& name :
       {"_Z" + repeated("Z", deep), "_Z" + repeated("N", deep), "_Z1fIX" + repeated("ng", deep / 2),
        "_Z1f" + repeated("DT", deep / 2), "_Z1f" + repeated("F", deep),
        "_ZN1Acv" + repeated("U1a", deep / 3), "_R" + repeated("I", deep),
        "_RIC1a" + repeated("P", deep) + "hE", "_RIC1a" + repeated("F", deep) + "E",
        "_D" + repeated("FM", deep / 2), "?f@@YAX" + repeated("PEA", deep / 3) + "H@Z", repeated("?", deep)})
    CHECK(demangle(name) == name);
}

TEST_CASE("what is longer than any name comes back as it was") {
  const std::string name = "_Z70000" + repeated("x", 70'000) + "v";
  CHECK(demangle(name) == name);
}

TEST_CASE("a name is read no further than its end") {
  // A name cut out of a log is followed by anything but a NUL.
  for (const std::string_view name : {"_Z3foov", "_D4core3abcQei", "_RNvC1a1b", "?foo@@YAHH@Z"})
    for (std::size_t size = 0; size <= name.size(); ++size) {
      const std::unique_ptr<char[]> exact = std::make_unique<char[]>(size);
      std::memcpy(exact.get(), name.data(), size);
      const std::string alone = demangle(std::string(name.substr(0, size)));
      CHECK(demangle({exact.get(), size}) == alone);
    }
}
