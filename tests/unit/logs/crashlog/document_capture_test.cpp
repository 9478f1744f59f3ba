// Reports that are JSON: what is taken for one, line by line.
#include "logs/crashlog/document_capture.h"

#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

using namespace symkit;
using crashlog::DocumentCapture;
using Verdict = DocumentCapture::Verdict;

namespace {

std::vector<Verdict> verdicts(const std::vector<std::string>& lines) {
  DocumentCapture capture;
  std::vector<Verdict> all;
  for (const std::string& line : lines) all.push_back(capture.take(line + "\n", true, true));
  return all;
}

constexpr std::string_view header = R"({"bug_type":"309","incident_id":"5A0C1B7E"})";

}  // namespace

TEST_CASE("ordinary lines of JSON are let go at once") {
  using enum Verdict;
  CHECK(verdicts({R"({"level":"info"})", R"([1, 2])", "[12] {", "{}", "text {", "text }"}) ==
        std::vector(6, Ordinary));
  CHECK(verdicts({"{", R"(  "level": 3)", "}"}) == std::vector{Undecided, Refused, Ordinary});
  CHECK(verdicts({"[", "{", R"("level": 3)"}) == std::vector{Undecided, Undecided, Refused});
  CHECK(verdicts({std::string(header), R"({"incident_id":"6"})"}) == std::vector{Undecided, Refused});
  CHECK(verdicts({std::string(header), "Incident Identifier: 5A0C1B7E"}) == std::vector{Undecided, Refused});
}

TEST_CASE("documents end where their brackets do") {
  using enum Verdict;
  CHECK(verdicts({std::string(header), "{", R"("a": "}]\"}",)", R"("b": [])", "}"}) ==
        std::vector{Undecided, Inside, Inside, Inside, Complete});
  CHECK(verdicts({std::string(header), R"({"threads":[],"usedImages":[]})"}) ==
        std::vector{Undecided, Complete});
  CHECK(verdicts({R"({"callStackTree":{}})"}) == std::vector{Complete});
  CHECK(verdicts({"{", R"("crashDiagnostics" : [)", "]", "}"}) ==
        std::vector{Undecided, Inside, Inside, Complete});
  CHECK(verdicts({"[", "{", R"("timeStampEnd" : "x")", "}", "]"}) ==
        std::vector{Undecided, Undecided, Inside, Inside, Complete});
  CHECK(verdicts({"2023-11-14T22:13:20Z {", R"(2023-11-14T22:13:20Z "uptime" : 3)",
                  "2023-11-14T22:13:20Z }"}) == std::vector{Undecided, Inside, Complete});
}

TEST_CASE("what is cut off is known by the line that does not go on with it") {
  using enum Verdict;
  const auto last = [](const std::string& line) {
    return verdicts({std::string(header), "{", R"("uptime" : 3,)", line}).back();
  };
  CHECK(last("ordinary text") == Broken);
  CHECK(last("Thread 0:") == Broken);
  CHECK(last(R"("open string)") == Broken);
  CHECK(last("} and more") == Broken);
  CHECK(last("") == Inside);
  CHECK(last(R"("next" : 4)") == Inside);
  CHECK(verdicts({std::string(header), "{", R"("uptime" : 3)", "{"}).back() == Broken);
  CHECK(verdicts({R"({"callStacks":[{"callStackRoot)"}) == std::vector{Broken});
  CHECK(verdicts({R"({"callStacks":[{})", "text"}) == std::vector{Inside, Broken});
}
