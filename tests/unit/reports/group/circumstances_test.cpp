#include "reports/group/circumstances.h"

#include <doctest/doctest.h>

#include "grouped.h"
#include "reports/group/seen.h"

namespace symkit::group {
namespace {

std::string said_time(std::string_view text) {
  const auto time = time_in(text);
  return time ? time_text(*time) : "none";
}

std::vector<Circumstances> circumstances_of(const std::string& text) {
  const Rules rules = Rules::standard();
  Sites sites(rules);
  std::vector<Circumstances> found;
  ReportReader reader(sites, [&](Report&& report) { found.push_back(report.circumstances); });
  const auto input = io::Input::of_memory(text, "log");
  REQUIRE(reader.read(*input, "log"));
  return found;
}

TEST_CASE("a time counts with its year alone, and without a zone as UTC") {
  CHECK(said_time("2026-11-22T10:11:12.5Z app: ") == "2026-11-22T10:11:12Z");
  CHECK(said_time("[2026-11-22 10:11:12,345 +0130] ") == "2026-11-22T08:41:12Z");
  CHECK(said_time("2026-11-22 10:11:12-05:00") == "2026-11-22T15:11:12Z");
  CHECK(said_time("2024-02-29 00:00:00") == "2024-02-29T00:00:00Z");
  CHECK(said_time("2023-02-29 00:00:00") == "none");
  CHECK(said_time("2026-13-01 00:00:00") == "none");
  CHECK(said_time("2026-11-22 24:00:00") == "none");
  CHECK(said_time("12026-11-22 10:00:00") == "none");
  CHECK(said_time("11-22 10:11:12.345") == "none");
  CHECK(said_time("2026-11-22") == "none");
  CHECK(said_time("-----") == "none");
}

TEST_CASE("what a report's heading says is of the report behind it, and of no other") {
  const auto found = circumstances_of(
      "*** *** *** *** *** *** *** ***\nBuild fingerprint: 'google/redfin/redfin:13/T/9:user/keys'\n"
      "Timestamp: 2026-11-20 10:00:00.5+0100\npid: 1, tid: 1, name: a  >>> a <<<\n"
      "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\nbacktrace:\n"
      "      #00 pc 0000000000001000  /lib/a.so (one+4)\n\n"
      "*** *** *** *** *** *** *** ***\nTimestamp: 2026-11-21 10:00:00+0000\npid: 2, tid: 2, name: b  >>> b "
      "<<<\n"
      "signal 6 (SIGABRT), code -1, fault addr --------\nbacktrace:\n"
      "      #00 pc 0000000000001000  /lib/b.so (two+4)\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].device == "google/redfin/redfin");
  CHECK(time_text(found[0].time.value_or(0)) == "2026-11-20T09:00:00Z");
  CHECK(found[1].device.empty());
  CHECK(time_text(found[1].time.value_or(0)) == "2026-11-21T10:00:00Z");
}

TEST_CASE("a line's own time is the report's where nothing better is said") {
  const auto found = circumstances_of(
      "2026-11-22T10:11:12Z java.lang.Error: x\n2026-11-22T10:11:12Z \tat a.B.c(B.java:1)\n");
  REQUIRE(found.size() == 1);
  CHECK(time_text(found[0].time.value_or(0)) == "2026-11-22T10:11:12Z");
}

TEST_CASE("however many versions and days there are, what is kept is bounded, and nothing is lost") {
  Seen seen;
  for (std::int64_t i = 0; i < 1000; ++i)
    seen.add({.time = i * 86'400, .version = std::to_string(i), .device = {}});
  CHECK(seen.versions.times().size() == Tallied::most);
  CHECK(seen.versions.others() == 1000 - Tallied::most);
  CHECK(seen.days.size() == Seen::most_days);
  CHECK(seen.last == 999 * 86'400);
  Seen both;
  both.add(seen);
  both.add(seen);
  CHECK(both.versions.others() == 2 * (1000 - Tallied::most));
  CHECK(both.versions.times().at("3") == 2);
}

}  // namespace
}  // namespace symkit::group
