// Groups that are kept over a long time, as pages and programs get them.
#include <doctest/doctest.h>
#include <string>

#include "reports/findings/findings.h"
#include "reports/findings/lines.h"
#include "reports/findings/reports.h"
#include "support/log_groups.h"

using namespace symkit;

namespace {

constexpr std::int64_t now = 1'763'900'000;  // 2025-11-23T12:13:20Z

group::Ledger ledger_of(const std::string& log) {
  group::Groups groups;
  REQUIRE(group::add_log(groups, *io::Input::of_memory(log, "log"), "<b>sent</b>", group::Rules::standard()));
  group::Ledger ledger;
  ledger.add(groups.take_all(), now);
  return ledger;
}

// One bug, of which a build has inlined a function.
std::string crash(bool inlined) {
  std::string text = "==1==ERROR: AddressSanitizer: SEGV on address 0x1 at pc 0x1 bp 0x2 sp 0x3\n";
  int number = 0;
  for (const std::string function : {"take", "look", "serve", "call", "begin"})
    if (!inlined || function != "look")
      text += "    #" + std::to_string(number++) + " 0x1 in " + function + "() /src/shop.cpp:1:1\n";
  return text + "\n";
}

}  // namespace

TEST_CASE("groups that are kept are written as those of one run") {
  const group::Ledger ledger = ledger_of(crash(false) + crash(false) + crash(true));
  const findings::Findings exact = findings::kept_findings(ledger, group::By::Exact);
  CHECK((exact.reports == 3 && exact.groups.size() == 2));
  std::string json;
  findings::append_json(json, exact.groups.front(), exact.reports);
  CHECK(json.contains(R"("count":2)"));
  CHECK(json.contains(R"("first_seen":"2025-11-23T12:13:20Z")"));
  const findings::Findings similar = findings::kept_findings(ledger, group::By::Similar);
  REQUIRE(similar.groups.size() == 1);
  CHECK(similar.groups.front().group->count == 3);
  CHECK(similar.groups.front().members.size() == 2);
}

TEST_CASE("the page shows the stack that is known, and names stay text") {
  const group::Ledger ledger = ledger_of(
      "==1==ERROR: AddressSanitizer: SEGV on address 0x1 at pc 0x1 bp 0x2 sp 0x3\n"
      "    #0 0x1 in <script>alert(1)</script> /src/\"><img src=x>.cpp:1:1\n    #1 0x1 in serve() "
      "/src/shop.cpp:2:1\n\n");
  std::string page;
  findings::append_html(page, findings::kept_findings(ledger, group::By::Exact));
  CHECK(page.contains("serve <span class=\"place\">/src/shop.cpp:2</span>"));
  CHECK(page.contains("&lt;b&gt;sent&lt;/b&gt;"));
  for (const char* mark : {"<script", "<img", "<b>"}) CHECK_FALSE(page.contains(mark));
}
