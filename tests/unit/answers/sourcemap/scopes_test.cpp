#include "answers/sourcemap/scopes.h"

#include <chrono>
#include <doctest/doctest.h>
#include <memory>
#include <string>

using namespace symkit;
using namespace symkit::sourcemap;

namespace {

// A map with two functions, "inner" of b.ts inlined into "outer" of a.ts, in both encodings.
const std::string source_scopes = R"("BAAA,BFBAA,CBB,CBA","BAAA,BFBAC,CBB,CBA")";
const std::string range_text = "ECAAA,EGAAC,ECACB,IAEC,FK,FK,FK";
const std::string one_text = "BAAA,BFBAA,CBB,CBA,BAAA,BFBAC,CBB,CBA,ECAA,EGAC,ECAE,IAEC,FK,FK,FK";

std::string map_with(const std::string& members) {
  return R"({"version":3,"sources":["a.ts","b.ts"],"names":["outer","inner"],"mappings":"ACAA",)" + members +
         "}";
}

// The functions at a position, innermost first: "inner outer@a.ts:5:3", "-" where the scopes know none.
std::string stack_at(const std::string& json, Position position) {
  const auto read = SourceMap::read(json);
  REQUIRE(read);
  const SourceMap& map = *read;
  const auto scopes = Scopes::of(map);
  if (!scopes) return "-";
  const auto place = scopes->locate(position, map.find(position).value_or(Segment()));
  if (!place) return "-";
  std::vector<InlinedCall> calls;
  const FunctionName innermost = scopes->describe(*place, calls);
  std::string stack = innermost.is_function ? innermost.name : "(top)";
  for (const InlinedCall& call : calls)
    stack += ' ' + (call.caller.is_function ? call.caller.name : "(top)") + '@' +
             map.sources()[call.source].name + ':' + std::to_string(call.call.line + 1) + ':' +
             std::to_string(call.call.column + 1);
  return stack;
}

std::string list(const std::string& scopes, const std::string& ranges) {
  return map_with(R"("scopes":[)" + scopes + R"(],"ranges":")" + ranges + '"');
}
std::string one(const std::string& text) { return map_with(R"("scopes":")" + text + '"'); }

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("scopes as a list of texts with ranges apart, and all in one text") {
  CHECK(stack_at(list(source_scopes, range_text), {0, 3}) == "inner outer@a.ts:5:3");
  CHECK(stack_at(one(one_text), {0, 3}) == "inner outer@a.ts:5:3");
  CHECK(stack_at(list(source_scopes, range_text), {0, 15}) == "outer");
  CHECK(stack_at(one(one_text), {0, 15}) == "outer");
  CHECK(stack_at(list(source_scopes, range_text), {0, 25}) == "(top)");
  CHECK(stack_at(list(source_scopes, range_text), {0, 30}) == "-");
}

TEST_CASE("texts with escapes") {
  std::string scopes = source_scopes, ranges = range_text;
  scopes.replace(1, 1, "\\u0042");
  ranges.replace(0, 1, "\\u0045");
  CHECK(stack_at(list(scopes, ranges), {0, 3}) == "inner outer@a.ts:5:3");
}

TEST_CASE("sources without scopes") {
  CHECK(stack_at(list(R"(null,"BFAAC,CBA")", "EGACA,FK"), {0, 3}) == "inner");
  CHECK(stack_at(list(R"("","BFAAC,CBA")", "EGACA,FK"), {0, 3}) == "inner");
  CHECK(stack_at(one("A,BFAAC,CBA,EGAA,FK"), {0, 3}) == "inner");
  CHECK(stack_at(one(",BFAAC,CBA,EGAA,FK"), {0, 3}) == "inner");  // before empty items had a tag
  CHECK(stack_at(list(R"(null,null)", "EGACA,FK"), {0, 3}) == "-");
}

TEST_CASE("a scope's number counts from the one before in the same source, else from 0") {
  // Three scopes of one source side by side, the ranges are of b's second, b's third, a's first, b's second.
  const std::string scopes = R"("BFAAA,CAB","BEAA,CAB,BFAAC,CAB,BFAAD,CAB")";
  const std::string json = list(scopes, "EGACB,FK,EGAAC,FK,EGADA,FK,EGACB,FK");
  CHECK(stack_at(json, {0, 1}) == "inner");
  CHECK(stack_at(json, {0, 11}) == "outer");
  CHECK(stack_at(json, {0, 21}) == "outer");
  CHECK(stack_at(json, {0, 31}) == "inner");
}

TEST_CASE("without ranges the mapping tells the source's scope") {
  CHECK(stack_at(map_with(R"("scopes":[null,"BFAAC,CZA"])"), {0, 3}) == "inner");
  CHECK(stack_at(one("A,BFAAC,CZA"), {0, 3}) == "inner");
  CHECK(stack_at(map_with(R"("scopes":[null,"BFZAC,CZA"])"), {0, 3}) == "-");
}

TEST_CASE("items that nobody knows yet, and more numbers than there should be, are stepped over") {
  CHECK(stack_at(list(R"(null,"KAA,BFAACAAA,DCDCD,/BC,CBA,Z")", "EGACA,GAABC,HABBC,ZZ,/Bgg,FK,K"), {0, 3}) ==
        "inner");
}

TEST_CASE("a function that the compiler made is hidden") {
  const std::string json = list(R"(null,"BFAAC,CBA")", "EOACA,FK");
  const auto map = SourceMap::read(json);
  const auto scopes = Scopes::of(*map);
  std::vector<InlinedCall> calls;
  const auto place = scopes->locate({0, 3}, *map->find({0, 3}));
  REQUIRE(place);
  CHECK(scopes->describe(*place, calls).is_hidden);
}

TEST_CASE("a map without scopes, or with something else there") {
  CHECK(stack_at(map_with(R"("ranges":"EGACA,FK")"), {0, 3}) == "-");
  for (const char* other : {"7", "null", "{}", "[7,{}]", "[[],true]", "[]", R"("")"}) {
    CAPTURE(other);
    CHECK(stack_at(map_with(R"("scopes":)" + std::string(other)), {0, 3}) == "-");
  }
  CHECK(stack_at(map_with(R"("scopes":[null,"BFAAC,CBA"],"ranges":7)"), {0, 3}) == "inner");
}

TEST_CASE("texts that are cut anywhere say nothing wrong") {
  // A last number that is cut makes the range shorter or its end the same line's; names stay what they are.
  for (std::size_t size = 0; size < range_text.size(); ++size) {
    const std::string stack = stack_at(list(source_scopes, range_text.substr(0, size)), {0, 3});
    CAPTURE(size);
    CHECK((stack == "-" || size == 0));
  }
  for (std::size_t size = 0; size < one_text.size(); ++size) {
    CAPTURE(size);
    const std::string stack = stack_at(one(one_text.substr(0, size)), {0, 3});
    CHECK((stack == "-" || stack == "(top)"));
  }
  const std::string inner = "BAAA,BFBAC,CBB,CBA";
  for (std::size_t size = 0; size < inner.size(); ++size) {
    CAPTURE(size);
    CHECK(stack_at(list(R"("","", )" + ('"' + inner.substr(0, size)) + '"', "EGACB,FK"), {0, 3}) == "-");
    CHECK(stack_at(list(R"("",)" + ('"' + inner.substr(0, size)) + '"', "EGACB,FK"), {0, 3}) == "-");
  }
}

TEST_CASE("numbers that cannot be") {
  const std::string scopes = R"(null,"BFAAC,CBA")";
  for (const char* ranges :
       {"EGgggggggggA,FK", "EG////////////B,FK", "EGAgggggggE,FK", "EGAEA,FK", "EGADA,FK", "EGACgggggggE,FK",
        "EGACA,F////B,F////B", "EH////DACA,FD////DA", "F", "E", "EG", "EGA", "EGAB", "FK,EGACA",
        "EGACA,FK,FK", "EGACA,I////DAA,FK", "EGACA,IAAA,IAAA,FK", "EGACA,@,FK", "EGACA,F K"}) {
    CAPTURE(ranges);
    CHECK(stack_at(list(scopes, ranges), {0, 3}) == "-");
  }
  for (const char* broken :
       {"BFAAE,CBA", "BFAAD,CBA", "BFAAgggggggE,CBA", "BF////////BAC,CBA", "CBA", "BFAAC"}) {
    CAPTURE(broken);
    CHECK(stack_at(list(R"(null,")" + std::string(broken) + '"', "EGACA,FK"), {0, 3}) == "-");
  }
  // A scope that is not there.
  CHECK(stack_at(list(scopes, "EGACB,FK"), {0, 3}) == "-");
  CHECK(stack_at(one("A,BFAAC,CBA,EGAC,FK"), {0, 3}) == "-");
  CHECK(stack_at(one("A,A,A,BFAAC,CBA"), {0, 3}) == "-");
}

TEST_CASE("a hundred thousand scopes and ranges within one another") {
  constexpr std::size_t depth = 100'000;
  const auto begin = std::chrono::steady_clock::now();
  const std::string scopes =
      "null,\"" + repeated("BEAB,", depth) + "BFABC,CAB," + repeated("CAB,", depth - 1) + "CAB\"";
  const std::string ranges = repeated("ECBAA,", depth) + "EGBCg1hD,FK," + repeated("FB,", depth - 1) + "FB";
  const std::string json = list(scopes, ranges);
  CHECK(stack_at(json, {0, 100'003}) == "inner");
  // Inlined that deep is nothing that anybody could read.
  const std::string inner = R"("","BFAAC,CZA")";
  CHECK(stack_at(list(inner, "ECACA,IBAA,ECAAA,IBBA,FK,FK"), {0, 3}) ==
        "inner inner@b.ts:2:1 inner@b.ts:1:1");
  const std::string deep = repeated("ECAAA,IBAA,", depth) + repeated("FB,", depth - 1) + "FB";
  CHECK(stack_at(list(inner, "ECACA,IBAA," + deep + ",FK"), {0, 0}) == "-");
  CHECK(seconds_since(begin) < 10);
}
