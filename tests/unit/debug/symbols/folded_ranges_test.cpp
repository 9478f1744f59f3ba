// Which names of a symbol table are functions that share code, and which are other names for one function.
#include "debug/symbols/folded_ranges.h"

#include <string>

#include "doctest/doctest.h"

using namespace symkit;
using index::Draft;
using symbols::Claim;
using Names = std::vector<std::string>;

namespace {

// What claims the bytes 0x100 to 0x120, the winner first.
struct Claimed {
  std::vector<Draft> drafts{Draft(1)};
  std::vector<Claim> claims;

  void add(std::string_view name, index::Source source = index::Source::SymbolTable,
           std::uint64_t end = 0x120) {
    Draft& draft = drafts[0];
    const auto number = static_cast<std::uint32_t>(claims.size());
    draft.begin_function(0x100, end, draft.name(draft.keep(std::string(name))), source, 0, number);
    draft.end_function();
    claims.push_back({0x100, end, 0, number, source, 0, number});
  }
  // A name that only the symbol table knows has a '?'.
  Names shared(symbols::Aliases aliases = symbols::Aliases::Some) const {
    Names names;
    const auto ranges = symbols::folded_ranges(claims, {}, drafts, aliases);
    CHECK(ranges.size() <= 1);
    for (const index::FoldedRange& range : ranges)
      for (const index::FoldedMember& member : range.members)
        names.push_back(std::string(drafts[0].names()[member.name - 1]) + (member.is_symbol ? "?" : ""));
    return names;
  }
};

Names shared_by_symbols(const Names& names) {
  Claimed claimed;
  for (const std::string& name : names) claimed.add(name);
  return claimed.shared();
}

}  // namespace

TEST_CASE("Mangled names of different functions at one place are functions that share code") {
  CHECK(shared_by_symbols({"_ZN3BoxIiE3getEv", "_ZN3BoxIjE3getEv"}) ==
        Names{"_ZN3BoxIiE3getEv?", "_ZN3BoxIjE3getEv?"});
  CHECK(shared_by_symbols({"$s4shop6BasketV5totalSivg", "$s4shop4CartV5totalSivg"}).size() == 2);
  CHECK(shared_by_symbols({"_RNvC4shop5total", "_RNvC4shop5count"}).size() == 2);
  // With every other name that there is: it may be of one more.
  CHECK(shared_by_symbols({"plain", "_ZN1a1fEv", "_ZN1b1gEv"}) ==
        Names{"plain?", "_ZN1a1fEv?", "_ZN1b1gEv?"});
}

TEST_CASE("Other names for one function are not") {
  CHECK(shared_by_symbols({"strchr", "index", "__GI_strchr"}).empty());
  CHECK(shared_by_symbols({"memcpy@@GLIBC_2.14", "memcpy"}).empty());
  CHECK(shared_by_symbols({"_ZN3BoxC1Ev", "_ZN3BoxC2Ev"}).empty());
  CHECK(shared_by_symbols({"_ZN3BoxD0Ev", "_ZN3BoxD2Ev"}).empty());
  CHECK(shared_by_symbols({"_ZN3Box3getEv", "_ZN3Box3getEv@@V2", "_ZN3Box3getEv.isra.0"}).empty());
  CHECK(shared_by_symbols({"_ZN3Box3getEv", "box_get"}).empty());
  // Instances that readers are shown under one name.
  CHECK(shared_by_symbols({"_ZN4shop5total17h0123456789abcdefE", "_ZN4shop5total17hfedcba9876543210E"})
            .empty());
}

TEST_CASE("A symbol of another length is of other code") {
  Claimed claimed;
  claimed.add("_ZN1a1fEv");
  claimed.add("_ZN1b1gEv", index::Source::SymbolTable, 0x118);
  CHECK(claimed.shared().empty());
}

TEST_CASE("Beside what debug information knows stands what only the symbol table does") {
  Claimed claimed;
  claimed.add("_ZN3BoxIiE3getEv", index::Source::DebugInfo);
  claimed.add("_ZN3BoxIiE3getEv");
  claimed.add("_ZN3BoxIjE3getEv");
  CHECK(claimed.shared() == Names{"_ZN3BoxIiE3getEv", "_ZN3BoxIjE3getEv?"});
  Claimed alone;
  alone.add("_ZN3BoxIiE3getEv", index::Source::DebugInfo);
  alone.add("_ZN3BoxIiE3getEv");
  alone.add("box_get");
  CHECK(alone.shared().empty());
  Claimed both;
  both.add("_ZN3BoxIiE3getEv", index::Source::DebugInfo);
  both.add("_ZN3BoxIjE3getEv", index::Source::DebugInfo);
  both.add("box_get");
  CHECK(both.shared() == Names{"_ZN3BoxIiE3getEv", "_ZN3BoxIjE3getEv"});
}

TEST_CASE(
    "Where compilers make no second names, each name beside what debug information knows is a function") {
  Claimed claimed;
  claimed.add("first", index::Source::DebugInfo);
  claimed.add("first", index::Source::SymbolTable, 0x128);
  claimed.add("second", index::Source::SymbolTable, 0x128);
  CHECK(claimed.shared().empty());
  CHECK(claimed.shared(symbols::Aliases::None) == Names{"first", "second?"});
  Claimed symbols;
  symbols.add("strchr");
  symbols.add("index");
  CHECK(symbols.shared(symbols::Aliases::None).empty());
  Claimed constructors;
  constructors.add("_ZN3BoxC2Ev", index::Source::DebugInfo);
  constructors.add("_ZN3BoxC1Ev", index::Source::SymbolTable, 0x128);
  CHECK(constructors.shared(symbols::Aliases::None).empty());
}
