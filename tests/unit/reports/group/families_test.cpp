#include "reports/group/families.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <unistd.h>

#include "grouped.h"

using namespace symkit::group;

namespace {

// A bug as a build has it: without one of its frames.
std::string crash(int bug, int build) {
  std::string text = "==1==ERROR: AddressSanitizer: SEGV on address 0x1 at pc 0x1 bp 0x2 sp 0x3\n";
  int number = 0;
  for (int i = 0; i < 6; ++i)
    if (i != build)
      text += "    #" + std::to_string(number++) + " 0x1 in part" + std::to_string(bug) + "_" +
              std::to_string(i) + "() /src/shop.cpp:1:1\n";
  return text + "    #" + std::to_string(number) + " 0x1 in call() /src/shop.cpp:1:1\n\n";
}

std::vector<Group> groups_of(const std::vector<std::string>& reports) {
  Groups groups;
  add_all(groups, reports);
  return groups.take_all();
}

std::map<std::string, std::uint64_t> counts(const Families& families) {
  std::map<std::string, std::uint64_t> found;
  for (const Family* family : families.by_count()) found[family->whole.signature.id] = family->whole.count;
  return found;
}

struct Scratch {
  std::string path =
      (std::filesystem::temp_directory_path() / ("symgroup-state-" + std::to_string(::getpid()))).string();
  ~Scratch() { std::filesystem::remove(path); }
};

}  // namespace

TEST_CASE("what a run finds joins what earlier ones have found, under its id") {
  State state(By::Similar);
  std::string id;
  {
    Families families(state);
    families.take(groups_of({crash(1, 0), crash(1, 0), crash(2, 0)}));
    REQUIRE(families.by_count().size() == 2);
    CHECK(families.by_count().front()->since == Since::New);
    id = families.by_count().front()->whole.signature.id;
    state.end_run();
  }
  {
    // More frequent than the one that gave the id, which stays.
    Families families(state);
    families.take(groups_of({crash(1, 3), crash(1, 3), crash(1, 3), crash(1, 1), crash(3, 0)}));
    REQUIRE(families.by_count().size() == 2);
    const Family& first = *families.by_count().front();
    CHECK(first.whole.signature.id == id);
    CHECK(first.since == Since::Known);
    CHECK(first.whole.count == 4);
    CHECK(first.members.size() == 2);
    CHECK(families.by_count().back()->since == Since::New);
    const auto gone = state.vanished([&](const std::string& one) { return families.has(one); });
    CHECK(gone.size() == 1);
    state.end_run();
  }
  Families families(state);
  families.take(groups_of({crash(2, 5)}));
  CHECK(families.by_count().front()->since == Since::Returned);
  CHECK(state.groups().at(id).count == 6);
}

TEST_CASE("the order within a run does not matter, nor whether the state was written in between") {
  std::vector<std::string> first, second;
  for (int bug = 0; bug < 6; ++bug)
    for (int build = 0; build < 4; ++build) (build < 2 ? first : second).push_back(crash(bug, build));
  std::map<std::string, std::uint64_t> expected;
  std::mt19937 chance(7);
  for (int i = 0; i < 6; ++i) {
    const Scratch scratch;
    State state(By::Similar);
    Families(state).take(groups_of(first));
    state.end_run();
    REQUIRE(state.write(scratch.path));
    auto again = State::read(scratch.path, By::Similar);
    REQUIRE(again);
    Families families(i % 2 == 0 ? state : *again);
    families.take(groups_of(second));
    if (i == 0) expected = counts(families);
    CHECK(expected.size() == 6);
    CHECK(counts(families) == expected);
    std::ranges::shuffle(first, chance);
    std::ranges::shuffle(second, chance);
  }
}

TEST_CASE("two groups that were apart stay apart, though one comes that is like both") {
  State state(By::Similar);
  const auto with = [](const std::vector<std::string>& functions) {
    std::string text = "==1==ERROR: AddressSanitizer: SEGV on address 0x1 at pc 0x1 bp 0x2 sp 0x3\n";
    int number = 0;
    for (const std::string& function : functions)
      text += "    #" + std::to_string(number++) + " 0x1 in " + function + "() /src/shop.cpp:1:1\n";
    return text + "\n";
  };
  Families(state).take(groups_of({with({"a", "b", "c", "d"}), with({"d", "x", "y", "a"})}));
  REQUIRE(state.groups().size() == 2);
  state.end_run();
  Families families(state);
  families.take(groups_of({with({"a", "b", "x", "y"})}));
  CHECK(state.groups().size() <= 3);
  for (const auto& [id, group] : state.groups()) CHECK(group.members.size() <= 2);
}

TEST_CASE("memory is bounded, and counts are wrong by no more than is said") {
  constexpr int bugs = 60, rounds = 40;
  State state(By::Similar);
  std::map<std::string, std::uint64_t> truth;
  std::mt19937 chance(3);
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::string> reports;
    for (int i = 0; i < 100; ++i) {
      // A few bugs are frequent, and most are rare.
      const int bug = static_cast<int>(chance() % 2 == 0 ? chance() % 4 : 4 + chance() % bugs);
      reports.push_back(crash(bug, 0));
    }
    const auto groups = groups_of(reports);
    for (const Group& group : groups) truth[group.signature.id] += group.count;
    Families families(state, {.families = 20, .members = 2});
    families.take(groups);
    state.end_run();
    CHECK(state.groups().size() <= 20);
  }
  std::size_t frequent = 0;
  for (const auto& [id, group] : state.groups()) {
    CHECK(group.count <= truth.at(id));
    CHECK(group.count + group.missed >= truth.at(id));
    frequent += group.missed == 0 ? 1 : 0;
  }
  CHECK(frequent >= 4);
  CHECK(state.forgotten().groups > 0);
}

TEST_CASE("exact groups in bounded memory: nothing is lost that is not counted") {
  const Rules rules = Rules::standard();
  Sites sites(rules);
  Groups groups;
  groups.keep_at_most(10);
  ReportReader reader(sites,
                      [&](Report&& report) { groups.add(signature_of(report, sites, rules), report); });
  std::string text;
  for (int i = 0; i < 200; ++i) text += crash(i % 3 == 0 ? 0 : i, 0);
  REQUIRE(reader.read(*symkit::io::Input::of_memory(text, "log"), "log"));
  CHECK(groups.size() <= 10);
  CHECK(groups.reports() == 200);
  std::uint64_t kept = 0;
  for (const Group* group : groups.by_count()) kept += group->count;
  CHECK(kept + groups.forgotten().reports == 200);
  CHECK(groups.by_count().front()->count == 67);
  CHECK(groups.by_count().front()->missed == 0);
}

TEST_CASE("a state of the other kind is not taken for one's own, and broken ones are refused") {
  const Scratch scratch;
  State state(By::Similar);
  Families(state).take(groups_of({crash(1, 0)}));
  state.end_run();
  REQUIRE(state.write(scratch.path));
  const auto other = State::read(scratch.path, By::Exact);
  REQUIRE(!other);
  CHECK(other.error().message.contains("--by=similar"));
}
