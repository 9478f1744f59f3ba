#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "reports/profile/firefox_reader.h"
#include "reports/profile/firefox_rewriter.h"
#include "reports/profile/json_elements.h"

using namespace symkit;
using namespace symkit::profile;

namespace {

// Two calls of one address, one within the other's stack; a marker and an allocation that name stacks.
constexpr std::string_view text = R"({"meta": {"preprocessedProfileVersion": 62, "symbolicated": false},
"libs": [{"name": "a.so", "path": "/a.so", "debugName": "a.so", "codeId": "00112233445566778899aabbccddeeff00112233"}],
"shared": {
 "stackTable": {"length": 3, "prefix": [null, 0, 1], "frame": [0, 1, 0], "kept": ["x", [1, 2], {"y": "]"}]},
 "frameTable": {"length": 2, "address": [16, 32], "func": [0, 1], "inlineDepth": [0, 0], "nativeSymbol": [null, null],
                "line": [null, null], "column": [null, null]},
 "funcTable": {"length": 2, "name": [0, 1], "resource": [0, 0], "source": [null, null]},
 "nativeSymbols": {"length": 0, "libIndex": [], "address": [], "name": [], "functionSize": []},
 "resourceTable": {"length": 1, "lib": [0]},
 "sources": {"length": 0, "filename": [], "id": []},
 "stringArray": ["0x10", "0x20"]},
"threads": [{"name": "t", "samples": {"length": 3, "stack": [2, null, 0]},
 "nativeAllocations": {"stack": [1]},
 "markers": {"length": 2, "data": [{"cause": {"stack": 2}, "z": 2}, null]}}]})";

FirefoxFile read(std::string_view json) {
  auto file = read_firefox(io::blob_of_text(std::string(json)));
  REQUIRE(file.has_value());
  return std::move(*file);
}

// The first address is of `inner`, which was inlined into `outer`.
std::string named(FirefoxFile& file) {
  Profile& profile = file.profile;
  Naming naming;
  naming.renamed.resize(profile.locations.size());
  naming.extents.resize(profile.locations.size());
  naming.mappings.resize(1);
  Location& location = profile.locations.front();
  CHECK(location.address == 16U);
  const auto function = static_cast<std::uint32_t>(profile.functions.size());
  profile.functions.push_back({profile.texts.add("inner"), 0, profile.texts.add("in.h"), 0});
  profile.functions.push_back({profile.texts.add("outer"), 0, 0, 0});
  location.first_line = static_cast<std::uint32_t>(profile.lines.size());
  location.line_count = 2;
  profile.lines.push_back({function, 3, 9});
  profile.lines.push_back({function + 1, 40, 0});
  naming.renamed[0] = true;
  naming.extents[0] = {16, 8, 64};
  return rewritten_firefox(file, naming);
}

json::Value shared(const json::Document& document) { return document.root()["shared"]; }

TEST_CASE("a stack ends with its thread's name") {
  const FirefoxFile file = read(text);
  REQUIRE(file.profile.sample_count() == 2U);
  CHECK(file.profile.stack(0).size() == 4U);
  CHECK(file.profile.locations[file.profile.stack(0)[0]].address == 16U);
  CHECK(file.profile.locations[file.profile.stack(0)[1]].address == 32U);
  CHECK(file.profile.locations[file.profile.stack(0)[3]].is_label);
}

TEST_CASE("without names a file stays as it is") {
  const FirefoxFile file = read(text);
  Naming naming;
  naming.renamed.resize(file.profile.locations.size());
  naming.extents.resize(file.profile.locations.size());
  CHECK(rewritten_firefox(file, naming) == text);
}

TEST_CASE("inlined calls are frames and stacks of their own") {
  FirefoxFile file = read(text);
  const std::string out = named(file);
  const auto document = json::Document::parse(out);
  REQUIRE(document.has_value());
  const auto stacks = shared(*document)["stackTable"];
  CHECK(stacks["length"].number() == 5U);
  CHECK(stacks["prefix"].written() == "[null,0,1,2,3]");
  CHECK(stacks["frame"].written() == "[0,1,2,0,1]");
  CHECK(stacks["kept"].written() == R"(["x","x",[1, 2],{"y": "]"},{"y": "]"}])");
  const auto frames = shared(*document)["frameTable"];
  CHECK(frames["address"].written() == "[16,16,32]");
  CHECK(frames["inlineDepth"].written() == "[0,1,0]");
  CHECK(frames["func"].written() == "[2,3,1]");
  CHECK(frames["line"].written() == "[40,3,null]");
  CHECK(frames["column"].written() == "[null,9,null]");
  CHECK(shared(*document)["stringArray"].written() == R"(["0x10", "0x20","outer","in.h","inner"])");
  CHECK(shared(*document)["sources"]["filename"].written() == "[3]");
  CHECK(shared(*document)["nativeSymbols"]["address"].written() == "[8]");
  const auto thread = document->root()["threads"].first();
  CHECK(thread["samples"]["stack"].written() == "[4,null,1]");
  CHECK(thread["nativeAllocations"]["stack"].written() == "[2]");
  CHECK(thread["markers"]["data"].first()["cause"]["stack"].number() == 4U);
  CHECK(thread["markers"]["data"].first()["z"].number() == 2U);
  CHECK(document->root()["meta"]["symbolicated"].is_true());
}

// The same as version 75 has it: the second address has an old line, the function of the first another number
// where its flags say that there is none.
constexpr std::string_view newest = R"({"meta": {"preprocessedProfileVersion": 75, "symbolicated": false},
"libs": [{"name": "a.so", "path": "/a.so", "debugName": "a.so", "codeId": "00112233445566778899aabbccddeeff00112233"}],
"shared": {
 "stackTable": {"length": 3, "prefixOffset": [0, 1, 1], "frame": [0, 1, 0]},
 "frameTable": {"length": 2, "flags": [6, 22], "address": [16, 32], "func": [0, 1], "lib": [0, 0], "nativeSymbol": [0, 0],
                "line": [0, 5], "column": [0, 0], "originalLocation": [0, 0]},
 "funcTable": {"length": 2, "flags": [4, 0], "name": [0, 1], "resource": [0, 0], "source": [9, 0], "lineNumber": [0, 0],
               "columnNumber": [0, 0]},
 "nativeSymbols": {"length": 0, "libIndex": [], "address": [], "name": [], "functionSize": []},
 "resourceTable": {"length": 1, "name": [0]},
 "sources": {"length": 0, "filename": [], "id": [], "content": []},
 "stringArray": ["0x10", "0x20"]},
"threads": [{"name": "t", "samples": {"length": 3, "stack": [2, null, 0]}}]})";

TEST_CASE("what newer files say by flags is read and written by flags") {
  FirefoxFile file = read(newest);
  REQUIRE(file.profile.sample_count() == 2U);
  CHECK(file.profile.stack(0).size() == 4U);
  const std::string out = named(file);
  const auto document = json::Document::parse(out);
  REQUIRE(document.has_value());
  const auto stacks = shared(*document)["stackTable"];
  CHECK(stacks["prefixOffset"].written() == "[0,1,1,1,1]");
  CHECK(stacks["frame"].written() == "[0,1,2,0,1]");
  CHECK(!stacks["prefix"]);
  const auto frames = shared(*document)["frameTable"];
  CHECK(frames["flags"].written() == "[30,63,22]");
  CHECK(frames["lib"].written() == "[0,0,0]");
  CHECK(frames["func"].written() == "[2,3,1]");
  CHECK(frames["nativeSymbol"].written() == "[0,0,0]");
  CHECK(frames["line"].written() == "[40,3,5]");
  CHECK(frames["column"].written() == "[0,9,0]");
  CHECK(!frames["inlineDepth"]);
  const auto functions = shared(*document)["funcTable"];
  CHECK(functions["flags"].written() == "[4,0,4,12]");
  CHECK(functions["source"].written() == "[9,0,0,0]");
  CHECK(functions["lineNumber"].written() == "[0,0,0,0]");
  CHECK(shared(*document)["sources"]["content"].written() == "[null]");
  CHECK(shared(*document)["nativeSymbols"]["functionSize"].written() == "[56]");
  const FirefoxFile again = read(out);
  REQUIRE(again.profile.stack(0).size() == 6U);
  CHECK(again.profile.lines_of(again.profile.locations[again.profile.stack(0)[0]])[0].line == 3U);
}

TEST_CASE("what stands in a row without its flag is nothing") {
  // No address, no library, no line: what is there is a name.
  std::string bare(newest);
  bare.replace(bare.find("[6, 22]"), 7, "[4, 4]");
  const FirefoxFile file = read(bare);
  for (const Location& location : file.profile.locations) CHECK(location.reference == none);
}

TEST_CASE("a caller that stands behind its stack, or before all, is no caller") {
  for (const std::string_view offsets :
       {"[0, 2, 1]", "[0, -1, 1]", "[null, 1, 1]", "[1, 1, 1]", "[0, 1, 4e18]"}) {
    std::string broken(newest);
    broken.replace(broken.find("[0, 1, 1]"), 9, offsets);
    CHECK(!read_firefox(io::blob_of_text(broken)).has_value());
  }
}

TEST_CASE("versions that nobody knows yet are refused by their number") {
  std::string next(newest);
  next.replace(next.find("75"), 2, "76");
  const auto file = read_firefox(io::blob_of_text(next));
  REQUIRE(!file.has_value());
  CHECK(file.error().message.contains("version 76"));
}

// As versions 56 to 59 have it: tables of each thread, whose texts are those of all.
TEST_CASE("texts that threads share get each name once") {
  const auto thread = [](std::string_view name, std::string_view lib) {
    return say(R"({"name": ")", name,
               R"(", "samples": {"stack": [0]}, "stackTable": {"length": 1, "prefix": [null], "frame": [0]},
      "frameTable": {"length": 1, "address": [)",
               lib, R"(], "func": [0], "inlineDepth": [0], "nativeSymbol": [null], "line": [null]},
      "funcTable": {"length": 1, "name": [0], "resource": [0], "source": [null]}, "resourceTable": {"length": 1, "lib": [0]},
      "nativeSymbols": {"length": 0, "libIndex": [], "address": [], "name": [], "functionSize": []}})");
  };
  FirefoxFile file =
      read(say(R"({"meta": {"preprocessedProfileVersion": 58}, "libs": [{"name": "a.so", "path": "/a.so",
    "debugName": "a.so", "codeId": "00112233445566778899aabbccddeeff00112233"}], "shared": {"stringArray": ["0x10"],
    "sources": {"length": 0, "filename": [], "id": []}}, "threads": [)",
               thread("t", "16"), ",", thread("u", "32"), "]}"));
  Profile& profile = file.profile;
  Naming naming;
  naming.renamed.resize(profile.locations.size());
  naming.extents.resize(profile.locations.size());
  naming.mappings.resize(1);
  for (std::size_t i = 0; i < profile.locations.size(); ++i) {
    Location& location = profile.locations[i];
    if (location.reference == none) continue;
    const bool is_first = location.address == 16;
    const auto function = static_cast<std::uint32_t>(profile.functions.size());
    profile.functions.push_back({profile.texts.add(is_first ? "one" : "other"), 0,
                                 profile.texts.add(is_first ? "one.c" : "other.c"), 0});
    location.first_line = static_cast<std::uint32_t>(profile.lines.size());
    location.line_count = 1;
    profile.lines.push_back({function, 3, 0});
    naming.renamed[i] = true;
    naming.extents[i] = {location.address, location.address, location.address + 8};
  }
  const std::string out = rewritten_firefox(file, naming);
  const auto document = json::Document::parse(out);
  REQUIRE(document.has_value());
  CHECK(shared(*document)["stringArray"].written() == R"(["0x10","one","one.c","other","other.c"])");
  CHECK(shared(*document)["sources"]["filename"].written() == "[2,4]");
  const auto first = document->root()["threads"].first();
  CHECK(first["funcTable"]["name"].written() == "[0,1]");
  CHECK(first.next()["funcTable"]["name"].written() == "[0,3]");
  CHECK(first.next()["funcTable"]["source"].written() == "[null,1]");
}

TEST_CASE("what has inlined calls is not looked up again") {
  FirefoxFile first = read(text);
  const FirefoxFile again = read(named(first));
  REQUIRE(again.profile.stack(0).size() == 6U);
  for (const std::size_t frame : {0U, 1U}) {
    const Location& location = again.profile.locations[again.profile.stack(0)[frame]];
    CHECK(again.profile.has_names(location));
    CHECK(location.reference == none);
  }
}

TEST_CASE("elements of JSON are taken apart as they are written") {
  CHECK(elements_of(R"([ 1 ,"a,]\"", [2,[3]] ,{"b":"}"},null ])") ==
        (std::vector<std::string_view>{"1", R"("a,]\"")", "[2,[3]]", R"({"b":"}"})", "null"}));
  CHECK(elements_of("[ ]").empty());
  CHECK(numbers_of("[1,null,2.6,-3,1e400,\"5\"]") ==
        (std::vector<std::int64_t>{1, no_number, 3, -3, no_number, no_number}));
  CHECK(text_of(R"("a\u2192\"b")") == "a→\"b");
}

}  // namespace
