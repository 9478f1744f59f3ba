#include "reports/group/similar.h"

#include <algorithm>
#include <random>

#include "grouped.h"
#include "reports/group/alike.h"

using namespace symkit::group;

namespace {

std::string crash(const std::string& kind, const std::vector<std::string>& functions) {
  std::string text = "==1==ERROR: AddressSanitizer: " + kind + " on address 0x1 at pc 0x1 bp 0x2 sp 0x3\n";
  int number = 0;
  for (const std::string& function : functions)
    text += "    #" + std::to_string(number++) + " 0x1 in " + function + "() /src/shop.cpp:1:1\n";
  return text + "\n";
}

// The clusters' members by their signatures' first frame, sorted.
std::vector<std::vector<std::string>> clusters_of(const std::vector<std::string>& reports) {
  Groups groups;
  add_all(groups, reports);
  std::vector<std::vector<std::string>> found;
  for (const Cluster& cluster : similar_groups(groups.by_count())) {
    std::vector<std::string> members;
    for (const Group* member : cluster) members.push_back(member->signature.text);
    std::ranges::sort(members);
    found.push_back(std::move(members));
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

TEST_CASE("a frame that one build has inlined does not make another crash") {
  const auto found = clusters_of({crash("heap-use-after-free", {"take", "look", "serve", "call", "begin"}),
                                  crash("heap-use-after-free", {"take", "serve", "call", "begin"}),
                                  crash("heap-use-after-free", {"weigh", "price", "list", "call", "begin"})});
  REQUIRE(found.size() == 2);
  CHECK(found[0].size() + found[1].size() == 3);
  CHECK(std::ranges::any_of(found, [](const auto& members) { return members.size() == 2; }));
}

TEST_CASE("what all crashes have in common makes none of them alike") {
  const auto found = clusters_of({crash("SEGV", {"fail", "take", "call", "run", "loop"}),
                                  crash("SEGV", {"fail", "weigh", "call", "run", "loop"}),
                                  crash("SEGV", {"fail", "price", "call", "run", "loop"}),
                                  crash("SEGV", {"fail", "list", "call", "run", "loop"})});
  CHECK(found.size() == 4);
}

TEST_CASE("the order of the input does not matter") {
  std::vector<std::string> reports;
  for (int bug = 0; bug < 6; ++bug)
    for (int build = 0; build < 4; ++build) {
      std::vector<std::string> functions;
      for (int i = 0; i < 6; ++i)
        if (i != build) functions.push_back("part" + std::to_string(bug) + "_" + std::to_string(i));
      functions.push_back("call");
      reports.push_back(crash("SEGV", functions));
    }
  const auto expected = clusters_of(reports);
  CHECK(expected.size() == 6);
  std::mt19937 chance(7);
  for (int i = 0; i < 10; ++i) {
    std::ranges::shuffle(reports, chance);
    CHECK(clusters_of(reports) == expected);
  }
}
