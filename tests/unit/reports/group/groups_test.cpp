// Groups that were found apart, put together.
#include "reports/group/groups.h"

#include <algorithm>

#include "grouped.h"

using namespace symkit::group;

namespace {

std::string crash(int bug) {
  return "==1==ERROR: AddressSanitizer: SEGV on address 0x1 at pc 0x1 bp 0x2 sp 0x3\n    #0 0x1 in part" +
         std::to_string(bug) + "() /src/shop.cpp:1:1\n\n";
}

std::string leak(int process, int bug) {
  return "==" + std::to_string(process) +
         "==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 8 byte(s) in 1 object(s) allocated "
         "from:\n    #0 0x1 in part" +
         std::to_string(bug) + "() /src/shop.cpp:1:1\n\n";
}

std::string exception(const char* head, int bug) {
  return std::string(head) + "java.lang.IllegalStateException: till\n\tat shop.Part" + std::to_string(bug) +
         ".open(Part.java:" + std::to_string(bug) + ")\n\tat shop.Shop.main(Shop.java:4)\n\n";
}

// "count logged missed" of each, as they were met.
std::vector<std::string> told(Groups groups) {
  groups.end_log();
  std::vector<std::string> lines = {std::to_string(groups.reports())};
  for (const Group& group : groups.take_all())
    lines.push_back(group.signature.text + ": " + std::to_string(group.count) + ' ' +
                    std::to_string(group.logged) + ' ' + std::to_string(group.missed) + ' ' +
                    std::to_string(group.examples.size()));
  return lines;
}

Groups groups_of(const std::vector<std::string>& reports) {
  Groups groups;
  add_all(groups, reports);
  return groups;
}

}  // namespace

TEST_CASE("groups of other logs come behind those that are there") {
  const std::vector<std::string> first = {crash(1), leak(7, 2), crash(3)},
                                 second = {crash(4), leak(8, 2), crash(1)};
  Groups groups;
  for (const auto& log : {first, second}) {
    Groups found = groups_of(log);
    groups.add(found);
  }
  CHECK(told(groups) == told(groups_of({crash(1), leak(7, 2), crash(3), crash(4), leak(8, 2), crash(1)})));
}

TEST_CASE("a log goes on in the groups that have taken its beginning") {
  const std::vector<std::string> first = {crash(1), exception("", 3), leak(7, 2), crash(1), exception("", 4)};
  const std::vector<std::string> second = {leak(7, 2),       crash(5),
                                           crash(1),         exception("Exception in thread \"main\" ", 3),
                                           exception("", 4), leak(8, 2)};
  std::vector<std::string> both = first;
  both.insert(both.end(), second.begin(), second.end());
  const std::vector<std::string> whole = told(groups_of(both));
  CHECK(whole.front() == "10");  // one leak of a process that has leaked there before
  CHECK(whole.size() == 6);
  Groups found = groups_of(first), groups;
  groups.add(found);
  CHECK(told(found) == std::vector<std::string>{"0"});
  add_all(groups, second);
  CHECK(told(groups) == whole);
}

TEST_CASE("where there is no room for all, what comes from elsewhere may have been forgotten before") {
  Groups few;
  few.keep_at_most(4);
  for (int bug = 0; bug < 5; ++bug) {
    Groups found = groups_of({crash(bug)});
    few.add(found);
  }
  CHECK(few.size() == 3);
  CHECK(few.forgotten().groups == 2);
  CHECK(few.by_count().back()->missed == 1);
}

TEST_CASE("what all crashes of a program begin with, whatever their signal, is a handler") {
  const auto crash = [](const std::string& signal, const std::string& function,
                        const std::string& program = "till") {
    const auto frame = [&](const std::string& name) {
      return "./" + program + "(" + name + "+0x1f)[0x55d000001111]\n";
    };
    return "Caught signal " + signal + "\n" + frame("oops") + frame("note_it") + frame(function) +
           frame("serve");
  };
  const auto texts = [](Groups& groups) {
    std::vector<std::string> all;
    groups.take_shared_handlers_off();
    for (const Group* group : groups.by_count()) all.push_back(group->signature.text);
    return all;
  };
  Groups groups;
  add_all(groups, {crash("11", "open"), crash("8", "count"), crash("6", "close"), crash("11", "open")});
  CHECK(texts(groups) == std::vector<std::string>{"SIGSEGV in open, serve", "SIGFPE in count, serve",
                                                  "SIGABRT in close, serve"});
  // A function that fails in one way may be wrong itself; so may one that only some crashes begin with.
  Groups alike;
  add_all(alike, {crash("11", "open"), crash("11", "count")});
  CHECK(texts(alike) ==
        std::vector<std::string>{"SIGSEGV in oops, note_it, open", "SIGSEGV in oops, note_it, count"});
  Groups others;
  add_all(others, {crash("11", "open"), "Caught signal 8\n./till(open+0x1f)[0x55d000001111]\n"});
  CHECK(texts(others) == std::vector<std::string>{"SIGSEGV in oops, note_it, open", "SIGFPE in open"});
  Groups programs;
  add_all(programs, {crash("11", "open"), crash("8", "count", "shop")});
  CHECK(texts(programs) ==
        std::vector<std::string>{"SIGSEGV in oops, note_it, open", "SIGFPE in oops, note_it, count"});
}

TEST_CASE("how one log ends does not tell in the next") {
  const std::string panic = "thread 'main' panicked at 'no till', src/main.rs:4:5\n   0: shop::open\n";
  const std::vector<std::string> ends = {
      "Exception in thread \"main\" java.lang.Error: till\n",
      "----- beginning of crash\n",
      "Other threads:\n",
      "stack backtrace:\n",
      "goroutine 7 [running]:\n",
      "FATAL EXCEPTION: main\n",
      "During handling of the above exception, another exception occurred:\n",
      "E/tag ( 4712): Build fingerprint: 'till'\n",
      "build_id: 7\nos_version: 13\n",
      crash(1).substr(0, 80)};
  const std::vector<std::string> alone = told(groups_of({panic}));
  for (const std::string& end : ends) {
    const std::vector<std::string> both = told(groups_of({end, panic}));
    CHECK_MESSAGE(std::ranges::find(both, alone.back()) != both.end(), end);
  }
}
