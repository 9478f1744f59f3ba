// How a signature is explained: with the rule that decided on each frame, and where the rule is written.
#include "reports/group/why.h"

#include <doctest/doctest.h>

#include "grouped.h"

using namespace symkit::group;
using Lines = std::vector<std::string>;

namespace {

Explained explained(const std::string& text, const std::string& own_rules = {}) {
  Rules rules = Rules::standard();
  REQUIRE(rules.add(own_rules, "my.rules"));
  Sites sites(rules);
  Explained found;
  ReportReader reader(sites, [&](Report&& report) { found = explain(report, sites, rules); });
  REQUIRE(reader.read(*symkit::io::Input::of_memory(text, "log"), "log"));
  return found;
}

}  // namespace

TEST_CASE("the rules that decide are named with their files, a project's with their lines") {
  const std::string log =
      "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x1 bp 0x2 sp 0x3 T0)\n"
      "    #0 0x1 in __asan_memcpy asan.cpp:7\n    #1 0x2 in shop::fail() a.cpp:1:1\n"
      "    #2 0x3 in shop::open() a.cpp:2:1\n    #3 0x4 in main a.cpp:3:1\n";
  CHECK(explained(log, "# ours\nskip function shop::fail").frames ==
        Lines{"skipped  __asan_memcpy  asan.cpp:7  (skip function __asan*, sanitizers.rules)",
              "skipped  shop::fail  a.cpp:1  (skip function shop::fail, my.rules:2)",
              "own      shop::open  a.cpp:2",
              "cut      main (a.cpp)  a.cpp:3  (cut function main, native.rules)"});
}

TEST_CASE("frames above the mark of a signal are its handler's") {
  const std::string log =
      "Program received signal SIGSEGV, Segmentation fault.\n#0  shop::write_trace () at a.cpp:1\n"
      "#1  shop::on_signal (n=11) at a.cpp:2\n#2  <signal handler called>\n#3  shop::open () at a.cpp:3\n";
  const Explained found = explained(log);
  CHECK(found.signature.text == "SIGSEGV in shop::open");
  CHECK(found.frames == Lines{"own      shop::write_trace  a.cpp:1  (above the signal's mark)",
                              "handler  shop::on_signal  a.cpp:2  (handler function *on_signal, "
                              "signals.rules)  (above the signal's "
                              "mark)",
                              "signal   __restore_rt  (signal function __restore_rt, signals.rules)",
                              "own      shop::open  a.cpp:3"});
}

TEST_CASE("rules for reports of one kind are named with that kind") {
  const Explained found = explained(
      "kernel BUG at net/till.c:7!\nRIP: 0010:skb_panic+0x1/0x2\nCall Trace:\n till_send+0x1/0x2\n");
  CHECK(found.signature.text == "kernel BUG in till_send");
  CHECK(found.sections == Lines{"for kernel: *, kernel.rules", "for kernel: *, reports.rules",
                                "for kernel: kernel BUG, reports.rules"});
  REQUIRE_FALSE(found.frames.empty());
  CHECK(found.frames.front() ==
        "leads    skb_panic  (lead function skb_*, for kernel: kernel BUG, reports.rules)");
}
