// Reports that are JSON: what is taken for one, line by line, and what is made of it.
#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

#include "crashlog/document.h"
#include "crashlog/document_capture.h"
#include "crashlog/json_document.h"

using namespace symkit;
using crashlog::DocumentCapture;
using crashlog::JsonDocument;
using Verdict = DocumentCapture::Verdict;

namespace {

std::vector<Verdict> verdicts(const std::vector<std::string>& lines) {
  DocumentCapture capture;
  std::vector<Verdict> all;
  for (const std::string& line : lines) all.push_back(capture.take(line + "\n", true, true));
  return all;
}

constexpr std::string_view header = R"({"bug_type":"309","incident_id":"5A0C1B7E"})";

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

TEST_CASE("values know where they stand") {
  const std::string text = R"( {"a" : 1, "b\n" : [ {"c":"\u00e9"} , {} ] ,"d":18446744073709551616} )";
  const auto document = JsonDocument::parse(text);
  REQUIRE(document);
  const auto root = document->root();
  CHECK(root["a"].number() == 1);
  CHECK(root["d"].is_number());
  CHECK_FALSE(root["d"].number());
  CHECK(root["b\n"].count() == 2);
  CHECK(root["b\n"].first()["c"].string() == "é");
  CHECK(root["b\n"].written() == R"([ {"c":"\u00e9"} , {} ])");
  CHECK(root["b\n"].first().next().written() == "{}");
  CHECK(text.substr(root.where().begin, root.where().end - root.where().begin) ==
        text.substr(1, text.size() - 2));
  CHECK(text.substr(root.end_of_members()) == "} ");
  CHECK(root.separator() == ", ");
  CHECK_FALSE(root["nothing"]["at"]["all"]);
}

TEST_CASE("what is no JSON") {
  for (const std::string text : {"", "{", R"({"a":1,})", R"({"a":1} x)", "{\"a\":\"\xff\"}", R"({"a":01})"}) {
    CAPTURE(text);
    CHECK_FALSE(JsonDocument::parse(text));
  }
  CHECK_FALSE(JsonDocument::parse(std::string_view("{}\0{", 4)));
}

std::string ips(const std::string& frame) {
  return std::string(header) + "\n" + R"({"procName":"Shop","pid":1,"threads":[{"frames":[)" + frame +
         R"(]}],"usedImages":[{"base":4096,"size":8192,"name":"Shop","uuid":"82d13d98219e3040b62a07a297007a7c"}]})";
}

TEST_CASE("frames of an .ips become those of a .crash") {
  const auto line_of = [](const std::string& frame) {
    const auto reports = crashlog::read_document(ips(frame));
    REQUIRE(reports);
    const std::string& text = reports->at(0).text;
    const std::size_t at = text.find("\n0   ") + 1;
    return text.substr(at, text.find('\n', at) - at);
  };
  const std::string name = "0   Shop                           \t";
  CHECK(line_of(R"({"imageOffset":16,"imageIndex":0})") == name + "0x0000000000001010 0x1000 + 16");
  CHECK(line_of(R"({"imageOffset":16,"imageIndex":0,"symbol":"main","symbolLocation":4})") ==
        name + "0x0000000000001010 main + 4");
  CHECK(
      line_of(
          R"({"imageOffset":16,"imageIndex":0,"symbol":"main","symbolLocation":4,"sourceFile":"a.c","sourceLine":7})") ==
      name + "0x0000000000001010 main + 4 (a.c:7)");
  CHECK(line_of(R"({"imageOffset":18446744073709551615,"imageIndex":0})") ==
        name + "0x10000000000000fff 0x1000 + 18446744073709551615");
  CHECK(line_of(R"({"imageOffset":16,"imageIndex":9})").starts_with("0   ???  "));
  CHECK(line_of(R"({"imageOffset":"x","imageIndex":0})") == name + "???");
}

TEST_CASE("what a frame of an .ips lacks is told with its place") {
  const std::string bytes = ips(R"({ "imageOffset":16, "imageIndex":0 })");
  const auto reports = crashlog::read_document(bytes);
  REQUIRE(reports);
  const auto& frame = reports->at(0).frames.at(0);
  CHECK(bytes.substr(frame.end_of_members).starts_with(" }]}],\"usedImages\""));
  CHECK(bytes.substr(frame.object.begin).starts_with("{ \"imageOffset\""));
  CHECK(frame.separator == ", ");
  CHECK_FALSE(frame.has_symbol);
}

TEST_CASE("documents that are none of ours are refused with a reason") {
  CHECK(crashlog::read_document(R"({"callStackDepth":3})").error().message ==
        "a JSON document is no crash report of a known kind");
  CHECK(crashlog::read_document("{").error().message.starts_with("a JSON report is broken: "));
}

TEST_CASE("MetricKit: which frames are innermost, and where images were loaded") {
  const auto frames_of = [](const std::string& per_thread) {
    const auto reports = crashlog::read_document(
        R"({"callStackTree":{"callStackPerThread":)" + per_thread +
        R"(,"callStacks":[{"callStackRootFrames":[{"binaryName":"Shop","address":74565,"offsetIntoBinaryTextSegment":837,)"
        R"("subFrames":[{"binaryName":"Shop","address":74569,"offsetIntoBinaryTextSegment":73728}]}]}]}})");
    REQUIRE(reports);
    return reports->at(0);
  };
  const auto thread = frames_of("true");
  REQUIRE(thread.frames.size() == 2);
  CHECK(thread.frames[0].address_of == AddressOf::Instruction);
  CHECK(thread.frames[1].address_of == AddressOf::Return);
  // 73728 is the load address itself: 0x12000.
  CHECK(thread.text.contains("0x0000000000012345 0x12000 + 837"));
  CHECK(thread.text.contains("0x0000000000012349 0x12000 + 841"));
  const auto tree = frames_of("false");
  CHECK(tree.frames[0].address_of == AddressOf::Return);
  CHECK(tree.frames[1].address_of == AddressOf::Instruction);
  CHECK(tree.text.contains("  1  ??? (Shop + 837) [0x12345]\n    1  ??? (Shop + 841) [0x12349]\n"));
}

}  // namespace
