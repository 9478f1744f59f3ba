// Names within text, names seen before, short forms: what symdemangle stands on.
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "names/demangle/cache.h"
#include "names/demangle/demangle.h"
#include "names/demangle/names_in_text.h"

using namespace symkit::demangle;

namespace {

std::vector<std::string_view> names_in(std::string_view text) {
  std::vector<std::string_view> found;
  NamesInText names(text);
  for (std::string_view name = names.next(); !name.empty(); name = names.next()) found.push_back(name);
  return found;
}

using Names = std::vector<std::string_view>;

}  // namespace

TEST_CASE("names are found where words begin, and end with their letters") {
  CHECK(names_in("4 App 0x10 $s4main3runyyF + 24") == Names{"$s4main3runyyF"});
  CHECK(names_in("lib`_ZN1a1bEv+0x10,(_Z3foov)") == Names{"_ZN1a1bEv", "_Z3foov"});
  CHECK(names_in("<_Z3foov@plt> _Z3barv@@LIB_1") == Names{"_Z3foov", "_Z3barv"});
  CHECK(names_in("-[_TtC4main3App run]") == Names{"_TtC4main3App"});
  CHECK(names_in("_OBJC_CLASS_$__TtC4main3App") == Names{"_TtC4main3App"});
  CHECK(names_in("[?run@App@@QEAAXXZ] (?x@?$A@V<lambda_1>@@@@3HA)") ==
        Names{"?run@App@@QEAAXXZ", "?x@?$A@V<lambda_1>@@@@3HA"});
  CHECK(names_in("in _Z3foov. And in _Z3barv.cold.") == Names{"_Z3foov", "_Z3barv.cold"});
  CHECK(names_in("@__swiftmacro_4main1SV1f1wfMa_.swift:1") == Names{"@__swiftmacro_4main1SV1f1wfMa_.swift"});
}

TEST_CASE("what only looks like a name is passed over") {
  for (const std::string_view text :
       {"", "x_Z3foov", "a$s4main3runyyF", "main _main __main", "_DYNAMIC _D_x", "$ex $5 $HOME",
        "what? ?what?", "_TLSv _Tx", "_Rx", "9_Z3foov", "_", "$", "?", ".", "@"})
    CHECK(names_in(text).empty());
}

TEST_CASE("a name is a view of the text, whatever bytes stand round it") {
  const std::string text = std::string("\xff\0_Z3foov\0\x80", 11);
  CHECK(names_in(text) == Names{"_Z3foov"});
}

TEST_CASE("the cache answers as demangle() does, also when it is too small for what comes") {
  Cache small({}, 300);
  Cache large({});
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < 5000; ++i) {
      const std::string name =
          "_Z" + std::to_string(std::to_string(i).size() + 1) + "f" + std::to_string(i) + "v";
      REQUIRE(small.demangled(name) == demangle(name));
      REQUIRE(large.demangled(name) == demangle(name));
    }
  CHECK(large.demangled("main") == "main");
  CHECK(large.demangled("").empty());
}

TEST_CASE("languages are told by the prefix") {
  CHECK(language_of("_Z3foov") == "C++");
  CHECK(language_of("?x@@3HA") == "C++");
  CHECK(language_of("$s4main3runyyF") == "Swift");
  CHECK(language_of("_TtC4main3App") == "Swift");
  CHECK(language_of("_RNvC1a1b") == "Rust");
  CHECK(language_of("_Dmain") == "D");
  CHECK(language_of("main").empty());
}

TEST_CASE("without parameters") {
  constexpr DemangleOptions bare{.no_parameters = true};
  CHECK(demangle("_ZN3App3runEi", bare) == "App::run");
  CHECK(demangle("_ZNK3App3getIiEET_v", bare) == "App::get<int>");
  CHECK(demangle("_Z3fooi.cold", bare) == "foo (.cold)");
  CHECK(demangle("_ZTV3App", bare) == "vtable for App");
  CHECK(demangle("_ZN3AppclEi", bare) == "App::operator()");
  CHECK(demangle("?run@App@@QEBAXP6AXH@Z@Z", bare) == "App::run");
  CHECK(demangle("??_7App@@6B@", bare) == "const App::`vftable'");
  CHECK(demangle("$s4main3AppC3run2byySi_tF", bare) == "main.App.run");
}

TEST_CASE("Mach-O's underscore is taken off once, suffixes are said") {
  CHECK(demangle("__RNvC4main3run") == "main::run");
  CHECK(demangle("__D4main3runZ") == "main.run");
  CHECK(demangle("___RNvC4main3run") == "___RNvC4main3run");
  CHECK(demangle("_D4main3runZ.cold") == "main.run (.cold)");
  CHECK(demangle("?run@@YAXXZ.cold") == "run(void) (.cold)");
}

TEST_CASE("as llvm-symbolizer does it: Swift stays, and so do suffixes that it does not know") {
  constexpr DemangleOptions as_llvm{.as_llvm_symbolizer = true};
  CHECK(demangle("?run@@YAXXZ.cold", as_llvm) == "run(void)");
  CHECK(demangle("_D4main3runZ.cold", as_llvm) == "_D4main3runZ.cold");
  CHECK(demangle("$s4main3runyyF", as_llvm) == "$s4main3runyyF");
}
