// Functions that share code, and calls, written from drafts and read back; then what is damaged.
#include <map>

#include "doctest/doctest.h"

#include "keep/index/native_index.h"
#include "keep/index/native_writer.h"

using namespace symkit;
using namespace symkit::index;

namespace {

std::string name_of(const NativeIndex& index, NameId name) {
  std::string text;
  index.read_name(name, text);
  return text;
}

// `kept` at 0x100-0x120, with whose code `alike` and `other` are folded; `other` has lines of its own.
// `caller` behind them calls all of them, and something through a pointer.
struct Folded {
  Draft draft{1};
  std::vector<Piece> pieces;
  std::vector<FoldedRange> ranges;

  Folded() {
    add("kept", 0x100, 0x120, 10, 1);
    pieces.push_back({0x100, 0x120, 0, 0});
    add("alike", 0x100, 0x120, 10, 2);
    add("other", 0x100, 0x120, 30, 3);
    draft.add_call_site(0x110, draft.name("from_other"), 0);
    add("caller", 0x200, 0x300, 40, 4);
    pieces.push_back({0x200, 0x300, 0, 3});
    draft.add_call_site(0x210, draft.name("kept"), 1);
    draft.add_call_site(0x220, draft.name("somewhere_else"), 0);
    draft.add_call_site(0x230, 0, 0);
    const auto member = [&](std::uint32_t function) {
      return FoldedMember{draft.functions()[function].name, 0, function};
    };
    ranges.push_back({0x100, 0x120, member(0), {member(0), member(1), member(2)}});
  }

  void add(std::string_view name, std::uint64_t begin, std::uint64_t end, std::uint32_t line,
           std::uint64_t order) {
    const FileKey file = draft.file("/src/folded.c");
    draft.begin_function(begin, end, draft.name(name), Source::DebugInfo, 0, order);
    draft.add_row({begin, 0, {file, line}, {file, line}});
    draft.end_function();
  }

  std::vector<std::uint8_t> write() const {
    return write_native(
        {.meta = {.id = {}, .image_name = "folded", .architecture = Architecture::X86_64, .text_base = {}},
         .drafts = std::span(&draft, 1),
         .pieces = pieces,
         .symbols = {},
         .folded = ranges},
        1);
  }
};

}  // namespace

TEST_CASE("All functions of a range are there, each with its own lines") {
  const auto bytes = Folded().write();
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  const Folding& folding = index->folding();
  CHECK(folding.range_count() == 1);
  CHECK_FALSE(folding.range_at({0xff}));
  CHECK_FALSE(folding.range_at({0x120}));
  const auto range = folding.range_at({0x11f});
  REQUIRE(range);
  CHECK(range->count == 3);
  CHECK(name_of(*index, folding.member(*range, 0).name) == "kept");
  CHECK(name_of(*index, folding.member(*range, 1).name) == "alike");
  CHECK(name_of(*index, folding.member(*range, 2).name) == "other");
  CHECK_FALSE(folding.member(*range, 0).own);
  CHECK_FALSE(folding.member(*range, 1).own);  // the same lines are there once
  const auto own = folding.member(*range, 2).own;
  REQUIRE(own);
  const auto members = NativeIndex::open(folding.index_of_members());
  REQUIRE(members);
  Answer answer;
  REQUIRE(members->lookup({own->value + 5}, answer));
  CHECK(answer.chain.front().place.line == 30);
  const auto call = members->folding().call_returning_to({own->value + 0x10});
  REQUIRE(call);
  CHECK(name_of(*members, call->callee) == "from_other");
}

TEST_CASE("A call is found by where it returns to") {
  const auto bytes = Folded().write();
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  const Folding& folding = index->folding();
  const auto member = folding.call_returning_to({0x210});
  REQUIRE(member);
  CHECK(member->kind == CallKind::Member);
  CHECK(member->callee == 0);
  const auto named = folding.call_returning_to({0x220});
  REQUIRE(named);
  CHECK(named->kind == CallKind::Named);
  CHECK(name_of(*index, named->callee) == "somewhere_else");
  const auto indirect = folding.call_returning_to({0x230});
  REQUIRE(indirect);
  CHECK(indirect->kind == CallKind::Indirect);
  CHECK_FALSE(folding.call_returning_to({0x211}));
  CHECK_FALSE(folding.call_returning_to({0}));
  CHECK_FALSE(folding.call_returning_to({0x110}));  // what calls there is not the function that was kept
}

TEST_CASE("Two calls that return to one place and contradict each other are not believed") {
  Folded folded;
  folded.draft.add_call_site(0x220, folded.draft.name("elsewhere"), 0);
  const auto bytes = folded.write();
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  const auto call = index->folding().call_returning_to({0x220});
  REQUIRE(call);
  CHECK(call->kind == CallKind::Indirect);
}

TEST_CASE("An index without such functions has nothing of the kind") {
  Folded folded;
  folded.ranges.clear();
  const auto bytes = folded.write();
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  CHECK_FALSE(index->folding().has_ranges());
  CHECK_FALSE(index->folding().range_at({0x110}));
  CHECK(index->folding().index_of_members().empty());
}

TEST_CASE("A range with a hundred thousand names is one range") {
  Folded folded;
  std::vector<std::string> names;
  for (int i = 0; i < 100'000; ++i) names.push_back("name" + std::to_string(i));
  for (const std::string& name : names)
    folded.ranges[0].members.push_back({folded.draft.name(name), 0, FoldedMember::no_function});
  const auto bytes = folded.write();
  const auto index = NativeIndex::open(bytes);
  REQUIRE(index);
  const auto range = index->folding().range_at({0x100});
  REQUIRE(range);
  CHECK(range->count == 100'003);
  CHECK(name_of(*index, index->folding().member(*range, 100'002).name) == "name99999");
}

TEST_CASE("Sections that are damaged or cut give no answer, and none that is wrong") {
  const auto whole = Folded().write();
  for (std::size_t at = 72; at < whole.size(); ++at) {
    auto bytes = whole;
    bytes[at] ^= 0xff;
    const auto index = NativeIndex::open(bytes);
    if (!index) continue;
    const Folding& folding = index->folding();
    for (const std::uint64_t offset : {0x100U, 0x11fU, 0x210U, 0x220U, 0x230U}) {
      if (const auto range = folding.range_at({offset}))
        for (std::uint32_t i = 0; i < range->count; ++i) name_of(*index, folding.member(*range, i).name);
      if (const auto call = folding.call_returning_to({offset})) name_of(*index, call->callee);
    }
    folding.each_call([](const Folding::Call&) {});
    (void)NativeIndex::open(folding.index_of_members());
  }
}
