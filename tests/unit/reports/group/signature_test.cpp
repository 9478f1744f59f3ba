#include "reports/group/signature.h"

#include <random>

#include "grouped.h"

using namespace symkit::group;

namespace {

std::string stack(int shift, const std::string& address, const std::string& second = "shop::serve(int)") {
  const auto line = [&](int number) { return std::to_string(number + shift); };
  return "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x" + address +
         " at pc 0x1 bp 0x2 sp 0x3\nWRITE of size 4 at 0x" + address + " thread T0\n    #0 0x" + address +
         " in shop::take(int) /src/shop.cpp:" + line(12) + ":3\n    #1 0x" + address + " in " + second +
         " /src/shop.cpp:" + line(40) + ":5\n\n";
}

std::string only_id(const std::string& text) {
  const auto found = signatures_in(text);
  REQUIRE(found.size() == 1);
  return found.front().id;
}

}  // namespace

TEST_CASE("an id does not depend on lines, addresses or what is folded, but on kind and frames") {
  const std::string id = only_id(stack(0, "55d1"));
  CHECK(id.size() == 12);
  CHECK(only_id(stack(7, "7fe2")) == id);
  CHECK(only_id(stack(0, "55d1", "shop::other(int)")) != id);
  CHECK(only_id(stack(0, "1", "b (one of 3: c, a)")) == only_id(stack(0, "2", "a (one of 3: b, c)")));
}

// So that ids of another version of symkit are the same: they are kept in bug trackers.
TEST_CASE("ids are what they were") {
  CHECK(stable_id("") == "fdbdf6ac4fc5");
  CHECK(stable_id("heap-use-after-free READ 8\nshop::take\nshop::serve") == "3f5ec601b3c7");
}

TEST_CASE("recursion is folded, of one function and of several") {
  std::string text =
      "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x7fff00000000 (pc 0x1 bp 0x2 sp 0x3 T0)\n";
  int number = 0;
  const auto add = [&](const std::string& function) {
    text += "    #" + std::to_string(number++) + " 0x1 in " + function + "() a.c:1:1\n";
  };
  add("top");
  for (int i = 0; i < 50; ++i) {
    add("ping");
    add("pong");
  }
  add("begin");
  const auto found = signatures_in(text);
  REQUIRE(found.size() == 1);
  CHECK(found.front().text == "SIGSEGV in top, ping, pong");
  REQUIRE(found.front().frames.size() == 4);
  CHECK(found.front().frames.back().name == "begin");
}

TEST_CASE("where a stack overflowed is chance: the functions that call each other tell it") {
  const auto overflow = [](int shift) {
    std::string text =
        "==1==ERROR: AddressSanitizer: stack-overflow on address 0x7fff (pc 0x1 bp 0x2 sp 0x3 T0)\n";
    const std::string names[] = {"ping", "pong", "pang"};
    for (int i = 0; i < 90; ++i)
      text += "    #" + std::to_string(i) + " 0x1 in " + names[(i + shift) % 3] + "() a.c:1:1\n";
    return text;
  };
  CHECK(only_id(overflow(0)) == only_id(overflow(1)));
  CHECK(only_id(overflow(1)) == only_id(overflow(2)));
}

TEST_CASE("a report of a million frames costs no memory and no time") {
  std::string text = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x1 bp 0x2 sp 0x3 T0)\n";
  for (int i = 0; i < 1'000'000; ++i) text += "    #" + std::to_string(i) + " 0x1 in deep() a.c:1:1\n";
  CHECK(texts_in(text) == std::vector<std::string>{"SIGSEGV near null in deep"});
}

TEST_CASE("a report that is cut anywhere loses nothing that came before") {
  const std::string whole = stack(0, "55d1") + stack(0, "55d1", "shop::other(int)");
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const auto found = signatures_in(whole.substr(0, size));
    CHECK(found.size() <= 2);
    if (size > whole.size() / 2 + 100) CHECK(found.size() == 2);
  }
}
