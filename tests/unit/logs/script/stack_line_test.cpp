#include "logs/script/stack_line.h"

#include <string>

#include "doctest/doctest.h"

using namespace symkit::script;

namespace {

std::vector<StackFrame> frames_of(std::string_view line) {
  std::vector<StackFrame> frames;
  find_frames(line, frames);
  return frames;
}

// function|url|line|column
std::string first(std::string_view line) {
  const auto frames = frames_of(line);
  if (frames.empty()) return "no frame";
  const StackFrame& frame = frames.front();
  const auto number = [](std::optional<std::uint32_t> value) { return value ? std::to_string(*value) : "-"; };
  return std::string(frame.function) + '|' + std::string(frame.url) + '|' + number(frame.line) + '|' +
         number(frame.column);
}

}  // namespace

TEST_CASE("V8") {
  CHECK(first("    at bar (http://x.org/file.js:13:17)") == "bar|http://x.org/file.js|13|17");
  CHECK(first("    at http://x.org/file.js:24:4") == "|http://x.org/file.js|24|4");
  CHECK(first("    at async file:///a/b.mjs:1:2") == "|file:///a/b.mjs|1|2");
  CHECK(first("    at new Klass (a.js:14:25)") == "new Klass|a.js|14|25");
  CHECK(first("    at Object.x [as y] (a.js:1:2)") == "Object.x [as y]|a.js|1|2");
  CHECK(first("    at I.e.fn.(anonymous function) [as index] (http://x/f.js:10:3651)") ==
        "I.e.fn.(anonymous function) [as index]|http://x/f.js|10|3651");
  CHECK(first("    at eval (eval at a (http://x/f.js:1:2), <anonymous>:3:4)") == "eval|http://x/f.js|1|2");
  CHECK(first("    at f (webpack-internal:///(rsc)/./src/a.js:1:2)") ==
        "f|webpack-internal:///(rsc)/./src/a.js|1|2");
  CHECK(first("    at f (C:\\Program Files (x86)\\app\\new.js:1:2)") ==
        "f|C:\\Program Files (x86)\\app\\new.js|1|2");
  CHECK(first("    at f (wasm://wasm/abc:wasm-function[3]:0x1a)") == "no frame");
  CHECK(first("    at Array.map (<anonymous>)") == "no frame");
}

TEST_CASE("what else begins with at") {
  CHECK(first("   at Anonymous function (http://x/f.js:48:13)") == "Anonymous function|http://x/f.js|48|13");
  CHECK(first("   at eval code (eval code:1:1)") == "eval code|eval code|1|1");
  CHECK(first("    at foo (http://x/f.js:4283)") == "foo|http://x/f.js|4283|-");
  CHECK(first("at render(/home/me/a.js:78:24)") == "render|/home/me/a.js|78|24");
  const auto hermes = frames_of("    at foo (address at unknown:1:11939)");
  REQUIRE(hermes.size() == 1);
  CHECK(hermes[0].is_offset);
  CHECK(*hermes[0].column == 11939);
}

TEST_CASE("Firefox, Safari and React Native") {
  CHECK(first("foo@http://x/f.js:58:21") == "foo|http://x/f.js|58|21");
  CHECK(first("@http://x/f.js:48") == "|http://x/f.js|48|-");
  CHECK(first("bar(1)@file:///G:/f.js:13") == "bar|file:///G:/f.js|13|-");
  CHECK(first("(null)@file:///G:/f.js:31") == "|file:///G:/f.js|31|-");
  CHECK(first("baz@http://x/f.js line 26 > eval line 2 > eval:1:30") == "baz|http://x/f.js|26|-");
  CHECK(first("a@http://x/f.js:1:2 line 3 > eval") == "a|http://x/f.js|1|2");
  CHECK(first("http://x/f.js:48:22") == "|http://x/f.js|48|22");
  CHECK(first("value@index.android.bundle:12:345") == "value|index.android.bundle|12|345");
  CHECK(first("value@12:345") == "value||12|345");
  CHECK(first("f@https://x/node_modules/@scope/a.js:1:2") == "f|https://x/node_modules/@scope/a.js|1|2");
  CHECK(frames_of("[native code]").size() == 1);
}

TEST_CASE("Opera and Sentry's text") {
  CHECK(first("  Line 44 of linked script http://x/f.js") == "|http://x/f.js|44|-");
  CHECK(first("  Line 18 of linked script http://x/f.js: In function run") == "run|http://x/f.js|18|-");
  CHECK(first("called from line 27, column 8 in run(options) in http://x/f.js:") == "run|http://x/f.js|27|8");
  CHECK(first("Error thrown at line 42, column 12 in <anonymous function: go>() in http://x/f.js:") ==
        "go|http://x/f.js|42|12");
  CHECK(first("  File \"app:///main.js\", line 1, col 18520, in t.exports") ==
        "t.exports|app:///main.js|1|18520");
}

TEST_CASE("React Native writes columns from 0 where it keeps no file") {
  for (const char* line : {"value@12:345", "f@7.js:1:20", "f@seg-1_7.js:1:20", "f@seg-1.js:1:20"})
    CHECK(frames_of(line).at(0).is_offset);
  for (const char* line : {"f@http://x/7.js:1:20", "value@index.android.bundle:12:345", "f@a7.js:1:2"})
    CHECK_FALSE(frames_of(line).at(0).is_offset);
}
