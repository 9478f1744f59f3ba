#include "reports/group/ledger.h"

#include "grouped.h"
#include "support/log_groups.h"

using namespace symkit::group;

namespace {

constexpr std::int64_t day = 86'400, today = 20'415 * day + 7;

std::string crash_in(const std::string& function) {
  return "==1==ERROR: AddressSanitizer: SEGV on address 0x1 at pc 0x1 bp 0x2 sp 0x3\n    #0 0x1 in " +
         function + "() /src/shop.cpp:1:1\n    #1 0x1 in serve() /src/shop.cpp:2:1\n\n";
}

std::vector<Group> groups_in(const std::string& text) {
  static const Rules rules = Rules::standard();
  Groups groups;
  REQUIRE(add_log(groups, *symkit::io::Input::of_memory(text, "log"), "sent", rules));
  return groups.take_all();
}

std::string first_of(const Ledger& ledger) { return ledger.by_count().front()->signature.text; }

// The same, written and read.
Ledger again(const Ledger& ledger, Ledger::Limits limits = {}) {
  auto read = Ledger::of_text(ledger.text(), limits);
  REQUIRE(read);
  CHECK(read->text() == ledger.text());
  return std::move(*read);
}

}  // namespace

TEST_CASE("logs that come one after the other are counted in their groups") {
  Ledger ledger;
  const auto first = ledger.add(groups_in(crash_in("take") + crash_in("take") + crash_in("give")), today);
  REQUIRE(first.size() == 2);
  CHECK((first[0].is_new && first[0].reports == 2 && first[1].is_new && first[1].reports == 1));
  const auto second = ledger.add(groups_in(crash_in("give")), today + 60);
  REQUIRE(second.size() == 1);
  CHECK_FALSE(second[0].is_new);
  CHECK(second[0].id == first[1].id);
  CHECK(ledger.add(groups_in(crash_in("give")), today + day).front().id == first[1].id);
  CHECK(ledger.reports() == 5);
  CHECK(first_of(ledger) == "SEGV in give, serve");
  const Group* group = ledger.find(first[1].id);
  REQUIRE(group != nullptr);
  CHECK(group->count == 3);
  CHECK(group->seen.days == std::map<std::int64_t, std::uint64_t>{{20'415, 2}, {20'416, 1}});
  CHECK((group->seen.first == today && group->seen.last == today + day));
  CHECK(ledger.find("000000000000") == nullptr);
}

TEST_CASE("what came too long ago is taken off, and a group of which nothing is left is gone") {
  Ledger ledger({.days = 3});
  const std::string old_id = ledger.add(groups_in(crash_in("take") + crash_in("give")), today).front().id;
  ledger.add(groups_in(crash_in("give")), today + 2 * day);
  CHECK(ledger.reports() == 3);
  ledger.expire(today + 3 * day);
  CHECK(ledger.reports() == 1);
  CHECK(ledger.find(old_id) == nullptr);
  CHECK(first_of(ledger) == "SEGV in give, serve");
  CHECK(ledger.add(groups_in(crash_in("take")), today + 3 * day).front().is_new);
  CHECK(again(ledger, {.days = 3}).reports() == 2);
  // A day's first log does it, too.
  ledger.add(groups_in(crash_in("other")), today + 90 * day);
  CHECK(ledger.reports() == 1);
}

TEST_CASE("a ledger that was written and read goes on as it was") {
  Ledger ledger;
  const std::string tombstone =
      "Build fingerprint: 'google/red\tfin:13'\npid: 12, tid: 12, name: shop  >>> com.example.shop "
      "<<<\nsignal 6 "
      "(SIGABRT), code -1\nAbort message: 'a\\tb'\nbacktrace:\n      #00 pc 0001  /data/libshop.so "
      "(shop::take()+4)\n";
  ledger.add(groups_in(tombstone), today);
  ledger.add(groups_in("panic: closed\n\ngoroutine 1 [running]:\nmain.open(...)\n\t/src/shop.go:4\n"), today);
  Ledger read = again(ledger);
  CHECK(read.reports() == 2);
  for (const Group* group : ledger.by_count()) {
    const Group* same = read.find(group->signature.id);
    REQUIRE(same != nullptr);
    CHECK(same->signature.text == group->signature.text);
    CHECK(same->signature.message == group->signature.message);
    CHECK(same->signature.depth == group->signature.depth);
    REQUIRE(same->signature.frames.size() == group->signature.frames.size());
    for (std::size_t i = 0; i < group->signature.frames.size(); ++i) {
      CHECK(same->signature.frames[i].key == group->signature.frames[i].key);
      CHECK(same->signature.frames[i].file == group->signature.frames[i].file);
      CHECK(same->signature.frames[i].line == group->signature.frames[i].line);
      CHECK(same->signature.frames[i].is_message == group->signature.frames[i].is_message);
    }
    CHECK(same->seen.devices.times() == group->seen.devices.times());
    CHECK(same->examples.front().log == "sent");
  }
  CHECK_FALSE(read.add(groups_in(tombstone), today + 5).front().is_new);
}

TEST_CASE("a program that lives on after an exception is behind those that do not, also after days") {
  const std::string logged = "java.lang.IllegalStateException: x\n\tat shop.Till.open(Till.java:1)\n";
  const std::string fatal =
      "Exception in thread \"main\" java.io.IOException: y\n\tat shop.Door.open(Door.java:1)\n";
  Ledger ledger({.days = 2});
  ledger.add(groups_in(logged + logged + logged + fatal), today);
  CHECK(first_of(ledger) == "java.io.IOException in shop.Door.open");
  // In a log of its own nobody knows, and it counts.
  ledger.add(groups_in(logged + logged), today + day);
  CHECK(first_of(again(ledger, {.days = 2})) == "java.lang.IllegalStateException in shop.Till.open");
  ledger.expire(today + 2 * day);
  CHECK(ledger.by_count().front()->crashes() == 2);
}

TEST_CASE("memory is bounded by groups, and by the length of what is in them") {
  Ledger few({.groups = 100});
  for (int i = 0; i < 1000; ++i) {
    few.add(groups_in(crash_in("leaf" + std::to_string(i))), today);
    few.add(groups_in(crash_in("often")), today);
  }
  CHECK(few.by_count().size() <= 100);
  CHECK(few.by_count().front()->count == 1000);
  CHECK(few.forgotten().groups >= 900);
  CHECK(few.forgotten().most <= 2000 / 50);  // of all reports, over the groups that stay
  std::string text = few.text();
  CHECK(again(few, {.groups = 100}).by_count().front()->count == 1000);

  Ledger small({.bytes = 200'000});
  for (int i = 0; i < 300; ++i)
    small.add(groups_in(crash_in("leaf" + std::to_string(i) + "_" + std::string(10'000, 'x'))), today);
  CHECK(small.text().size() < 400'000);
  CHECK(small.forgotten().groups > 0);
}

TEST_CASE("what is no ledger is refused, by its line") {
  for (const char* text :
       {"", "symgroup state 1\n", "symgroup ledger 1\nday\t1\t2\t3\n", "symgroup ledger 1\ngroup\ta\t0\n",
        "symgroup ledger 1\nforgotten\tx\n",
        "symgroup ledger 1\ngroup\ta\t0\t0\t0\t1\t2\tk\tt\tm\nframe\t1\n",
        "symgroup ledger 1\ngroup\ta\t0\t0\t0\t1\t2\tk\tt\tm\ngroup\ta\t0\t0\t0\t1\t2\tk\tt\tm\n"})
    CHECK_FALSE(Ledger::of_text(text, {}));
  const auto read = Ledger::of_text("symgroup ledger 1\nwhat\n", {});
  REQUIRE_FALSE(read);
  CHECK(read.error().message == "line 2 is not a valid line of a ledger");
}

TEST_CASE("what several have counted is added up, whoever comes first") {
  const auto parts = [](bool turned) {
    Ledger one, other;
    one.add(groups_in(crash_in("take") + crash_in("give")), today);
    one.add(groups_in(crash_in("give")), today + day);
    other.add(groups_in(crash_in("give") + crash_in("rest")), today + day + 5);
    Ledger all = turned ? other : one;
    all.add(turned ? one : other, today + day + 9);
    return all;
  };
  const Ledger all = parts(false);
  CHECK(all.reports() == 5);
  const Group& give = *all.by_count().front();
  CHECK(give.signature.text == "SEGV in give, serve");
  CHECK(give.count == 3);
  CHECK(give.seen.days == std::map<std::int64_t, std::uint64_t>{{20'415, 1}, {20'416, 2}});
  CHECK((give.seen.first == today && give.seen.last == today + day + 5));
  CHECK(give.examples.size() == 3);
  // Only whose examples stand first is another thing.
  const Ledger turned = parts(true);
  CHECK(turned.reports() == 5);
  for (const Group* group : all.by_count()) {
    const Group* same = turned.find(group->signature.id);
    REQUIRE(same != nullptr);
    CHECK((same->count == group->count && same->seen.days == group->seen.days));
    CHECK((same->seen.first == group->seen.first && same->seen.last == group->seen.last));
  }
  CHECK(again(all).reports() == 5);
}

TEST_CASE("adding what another has counted expires, and stays bounded, and says what may be missing") {
  Ledger old({.days = 3}), now({.days = 3});
  old.add(groups_in(crash_in("take")), today);
  now.add(groups_in(crash_in("give")), today + 3 * day);
  old.add(now, today + 3 * day);
  CHECK(old.reports() == 1);
  CHECK(first_of(old) == "SEGV in give, serve");

  Ledger few({.groups = 100}), many({.groups = 100});
  few.add(groups_in(crash_in("often") + crash_in("often") + crash_in("often")), today);
  for (int i = 0; i < 150; ++i) many.add(groups_in(crash_in("leaf" + std::to_string(i))), today);
  REQUIRE(many.forgotten().most == 1);
  few.add(many, today);
  CHECK(few.by_count().size() <= 100);
  CHECK(few.by_count().front()->count == 3);
  CHECK(few.by_count().front()->missed == 1);  // it may have been among those that were forgotten there
  CHECK(few.forgotten().most >= 1);
}

TEST_CASE("what tells the severity is kept") {
  Ledger ledger;
  ledger.add(
      groups_in("==1==ERROR: AddressSanitizer: SEGV on unknown address 0x7f41 (pc 0x7f41 bp 0x1 sp 0x2)\n"
                "    #0 0x7f41  (<unknown module>)\n    #1 0x1 in serve() /src/shop.cpp:2:1\n\n"),
      today);
  CHECK(again(ledger).by_count().front()->signature.clue == Clue::Jumped);
}
