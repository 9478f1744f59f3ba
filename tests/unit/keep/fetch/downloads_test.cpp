// What is asked of symkit-fetch and what becomes of its answers. Its part is played by scripts.
#include "keep/fetch/downloads.h"

#include <atomic>
#include <chrono>
#include <fstream>
#include <sys/stat.h>

#include "doctest/doctest.h"

#include "support/scratch.h"

using namespace symkit;
using namespace symkit::fetch;
using namespace std::chrono_literals;

namespace {

Wanted wanted(std::string_view id, std::string name) {
  return {.id = *ImageId::parse(id), .name = std::move(name)};
}

const Wanted first = wanted("00112233", "a"), second = wanted("44556677", "b");

// A program that answers as the lines of the script say, which have $id and $name.
DownloadOptions played(const test::Scratch& scratch, const std::string& script) {
  const std::string path = scratch / "symkit-fetch";
  std::ofstream(path) << "#!/bin/sh\nwhile read id name rest; do\n" << script << "\ndone\n";
  ::chmod(path.c_str(), 0700);
  return {.servers = {{ServerKind::Unknown, "https://example.org"}}, .program = path};
}

}  // namespace

TEST_CASE("each is asked for once, by id and name; the answer is its path or why there is none") {
  const test::Scratch scratch;
  Downloads downloads(played(scratch, "echo $id $name >>" + scratch / "asked" +
                                          "\ncase $name in a) echo $id new /tmp/$name;; *) echo $id none not "
                                          "here;; esac"));
  downloads.expect(first);
  CHECK(downloads.get(first).value() == "/tmp/a");
  CHECK(downloads.get(first).value() == "/tmp/a");
  CHECK(downloads.get(wanted("44556677", "b\nc")).error().message == "not here");
  std::ifstream asked(scratch / "asked");
  const std::string all{std::istreambuf_iterator<char>(asked), {}};
  CHECK(all == "00112233 a\n44556677 b?c\n");
}

TEST_CASE("where the program is missing or ends, everybody is told") {
  Downloads missing({.servers = {}, .program = "/nonexistent/symkit-fetch"});
  CHECK(missing.get(first).error().message ==
        "fetching needs /nonexistent/symkit-fetch, which is missing or was built for another C "
        "library");
  const test::Scratch scratch;
  Downloads ending(played(scratch, "exit 0"));
  CHECK(ending.get(first).error().message == "symkit-fetch has ended");
  CHECK(ending.get(second).error().message == "symkit-fetch has ended");
  Downloads unable(played(scratch, "echo trouble install it; exit 1"));
  CHECK(unable.get(first).error().message == "install it");
}

TEST_CASE("why the program ends is told also to those who ask before it was heard") {
  const test::Scratch scratch;
  Downloads slow(played(scratch, "exec <&-; sleep 0.3; echo trouble install it; exit 1"));
  slow.expect(first);
  std::this_thread::sleep_for(150ms);  // nobody reads any more
  CHECK(slow.get(second).error().message == "install it");
  CHECK(slow.get(first).error().message == "install it");
}

TEST_CASE("nobody waits longer than was said, and the next time it is there") {
  const test::Scratch scratch;
  Downloads downloads(played(scratch, "sleep 0.5; echo $id have /tmp/$name"));
  downloads.wait_at_most(20ms);
  CHECK(downloads.get(first).error().message == Downloads::still_on_its_way);
  CHECK_FALSE(downloads.is_settled(first));
  CHECK(downloads.was_missed(first));
  downloads.wait_for_missed();
  CHECK(downloads.is_settled(first));
  CHECK(downloads.get(first).value() == "/tmp/a");
  // As long as it takes.
  downloads.wait_at_most(std::nullopt);
  CHECK(downloads.get(second).value() == "/tmp/b");
}

TEST_CASE("what comes is prepared first, and those that somebody waits for before others") {
  const test::Scratch scratch;
  const Wanted third = wanted("8899aabb", "c");
  // All three come together, when the last was asked for.
  Downloads downloads(played(scratch,
                             "ids=\"$ids $id\"; [ $name = c ] || continue; for one in $ids; do echo "
                             "$one new /tmp/$one; done"));
  std::vector<std::string> prepared;
  std::atomic<int> waits = 0;
  downloads.before_waiting([&] { ++waits; });
  downloads.prepare_with([&](const Wanted& image, const std::string& path) {
    if (image.name == "a") std::this_thread::sleep_for(300ms);
    prepared.push_back(image.name + " " + path);
  });
  downloads.expect(first);
  downloads.expect(second);
  CHECK(downloads.get(third).value() == "/tmp/8899aabb");
  CHECK(waits == 1);
  CHECK(downloads.get(second).value() == "/tmp/44556677");
  // The first may have begun before somebody waited.
  REQUIRE(prepared.size() == 3);
  CHECK(prepared[2] == "b /tmp/44556677");
}

TEST_CASE("one after the other as they come, and what is told of them") {
  const test::Scratch scratch;
  DownloadOptions options = played(
      scratch,
      "[ $name = a ] && continue\necho $id at 5 10 debuginfo https://example.org\necho $id from there\n"
      "echo $id new /tmp/b\necho dead https://example.org no route\n"
      "echo 00112233 tried https://example.org: has none\necho 00112233 none no server has it");
  std::vector<std::string> warnings, under_way;
  options.warn = [&](const std::string& message) { warnings.push_back(message); };
  options.under_way_changed = [&](const Downloads& downloads) {
    for (const Transfer& one : downloads.under_way())
      under_way.push_back(one.name + " " + one.what + " " + std::to_string(one.done) + " of " +
                          std::to_string(one.total));
  };
  Downloads downloads(options);
  downloads.expect(first);
  downloads.expect(second);
  const std::string one = downloads.next().value().name, other = downloads.next().value().name;
  CHECK(one != other);
  CHECK_FALSE(downloads.next());
  CHECK(warnings == std::vector<std::string>{"https://example.org: no route; not tried again"});
  REQUIRE_FALSE(under_way.empty());
  CHECK(under_way.front() == "b debuginfo 5 of 10");
  const auto outcomes = downloads.outcomes();
  REQUIRE(outcomes.size() == 2);
  CHECK(outcomes[0].tried == std::vector<std::string>{"https://example.org: has none"});
  CHECK(outcomes[1].from == "there");
}

TEST_CASE("what came and was something else is given back, and another may come") {
  const test::Scratch scratch;
  Downloads downloads(
      played(scratch, "[ $id = wrong ] && echo $name new /tmp/right || echo $id new /tmp/wrong"));
  CHECK(downloads.get(first).value() == "/tmp/wrong");
  downloads.reject(first);
  CHECK(downloads.get(first).value() == "/tmp/right");
}

TEST_CASE("who only looks is told where it is, and how large") {
  const test::Scratch scratch;
  DownloadOptions options = played(scratch, "echo $id found 123 debuginfo https://example.org");
  options.only_looks = true;
  Downloads downloads(options);
  CHECK_FALSE(downloads.get(first));
  const auto outcomes = downloads.outcomes();
  REQUIRE(outcomes.size() == 1);
  REQUIRE(outcomes[0].sighting);
  CHECK(outcomes[0].sighting->size == 123);
  CHECK(outcomes[0].sighting->what == "debuginfo");
  CHECK(outcomes[0].sighting->server == "https://example.org");
}
