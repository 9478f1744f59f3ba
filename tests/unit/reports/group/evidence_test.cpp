#include "reports/group/evidence.h"

#include <doctest/doctest.h>

#include "grouped.h"
#include "reports/group/stack_tree.h"

namespace symkit::group {
namespace {

Evidence evidence_in(const std::string& text) {
  const Rules rules = Rules::standard();
  Sites sites(rules);
  Evidence found;
  ReportReader reader(sites, [&](Report&& report) { found = evidence_of(report, sites); });
  const auto input = io::Input::of_memory(text, "log");
  REQUIRE(reader.read(*input, "log"));
  return found;
}

TEST_CASE("images whose frames have no names, with their ids, those with most frames first") {
  const Evidence found = evidence_in(
      "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1 at pc 0x1 bp 0x1 sp 0x1\n"
      "    #0 0x4f5a10  (/lib/a.so+0x10) (BuildId: 12ab)\n"
      "    #1 0x4f5a11 in shop::take(int) /src/shop.cpp:5:3\n"
      "    #2 0x4f5a12 in shop::serve(int) (one of 3: shop::close, shop::open)\n"
      "    #3 0x4f5a13  (/lib/b.so+0x10) (BuildId: 34cd)\n"
      "    #4 0x4f5a14  (/lib/b.so+0x20) (BuildId: 34cd)\n");
  CHECK(found.knows == Knows::Error);
  CHECK(found.frames == 5);
  CHECK(found.named == 2);
  CHECK(found.placed == 1);
  CHECK(found.unknown_before == 1);
  REQUIRE(found.missing.size() == 2);
  CHECK(found.missing[0].name == "b.so");
  CHECK(found.missing[0].build_id == "34cd");
  CHECK(found.missing[0].frames == 2);
  CHECK(found.missing[1].build_id == "12ab");
}

TEST_CASE("an id with anything else in it is none") {
  const Evidence found = evidence_in(
      "*** *** ***\npid: 1, tid: 1, name: a  >>> a <<<\nsignal 11 (SIGSEGV), code 1, fault addr "
      "0x0\nbacktrace:\n"
      "      #00 pc 0000000000001000  /lib/a.so (BuildId: 12ab;reboot)\n");
  REQUIRE(found.missing.size() == 1);
  CHECK(found.missing[0].build_id.empty());
}

TEST_CASE("stacks as a tree: what they share stands once, and it is bounded") {
  const auto frames = [](std::initializer_list<const char*> names) {
    std::vector<TellingFrame> all;
    for (const char* name : names) all.push_back({.name = name});
    return all;
  };
  StackTree tree, other;
  tree.add(frames({"a", "b", "c"}));
  tree.add(frames({"a", "b", "d"}));
  other.add(frames({"a", "e"}));
  tree.add(other);
  CHECK(tree.stacks() == 3);
  const auto& nodes = tree.nodes();
  REQUIRE(nodes.front().callers.size() == 1);
  const auto& a = nodes[nodes.front().callers.front()];
  CHECK(a.count == 3);
  CHECK(a.callers.size() == 2);
  for (int i = 0; i < 1000; ++i) {
    const std::string name = std::to_string(i);
    tree.add(frames({name.c_str()}));
  }
  CHECK(tree.nodes().size() == StackTree::most_nodes);
  CHECK(tree.stacks() == 1003);
}

}  // namespace
}  // namespace symkit::group
