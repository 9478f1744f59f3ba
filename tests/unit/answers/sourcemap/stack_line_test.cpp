#include "answers/sourcemap/stack_line.h"

#include <doctest/doctest.h>
#include <string>

using namespace symkit;
using sourcemap::StackFrame;

namespace {

// What frames view lives as long as the tests.
std::vector<StackFrame> frames_of(std::string_view line) {
  static std::deque<sourcemap::FrameTexts> all;
  std::vector<StackFrame> frames;
  sourcemap::find_frames(line, frames, all.emplace_back());
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

std::string rewritten(std::string_view line) {
  std::string out;
  std::size_t at = 0;
  for (const StackFrame& frame : frames_of(line)) {
    out += line.substr(at, frame.replaced.begin - at);
    sourcemap::append_frame(out, frame, "real", "src/a.js", 7, 9);
    at = frame.replaced.end;
  }
  return out + std::string(line.substr(at));
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
  CHECK(rewritten("a@http://x/f.js:1:2 line 3 > eval") == "real@src/a.js:7:9");
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

TEST_CASE("syslog's line breaks, Crashlytics' and Android's forms") {
  CHECK(rewritten(
            "Nov 21 09:00:00 host app[12]: Error: x#012    at f (http://x/a.js:1:1)#012    at a.js:1:1") ==
        "Nov 21 09:00:00 host app[12]: Error: x#012    at real (src/a.js:7:9)#012    at real (src/a.js:7:9)");
  CHECK(rewritten("       at .f(index.android.bundle:1:1)") == "       at real(src/a.js:7:9)");
  CHECK(rewritten("I/ReactNativeJS( 1234):     at f (http://x/a.js:1:1)") ==
        "I/ReactNativeJS( 1234):     at real (src/a.js:7:9)");
  CHECK(rewritten("<134>1 2024-01-01T00:00:00Z h a - - -     at f (http://x/a.js:1:1)") ==
        "<134>1 2024-01-01T00:00:00Z h a - - -     at real (src/a.js:7:9)");
}

TEST_CASE("prefixes of logs stay, and prose is no frame") {
  CHECK(rewritten("11-21 10:00:00.123  123  456 E ReactNativeJS:     at a (app.js:1:2)") ==
        "11-21 10:00:00.123  123  456 E ReactNativeJS:     at real (src/a.js:7:9)");
  CHECK(rewritten("Nov 21 10:00:00 host app[12]: a@http://x/f.js:1:2") ==
        "Nov 21 10:00:00 host app[12]: real@src/a.js:7:9");
  for (const char* line :
       {"look at 10:30:15 again", "meet me at noon (see 12:30:15)", "ssh me@host.example.com:22",
        "see http://x.org/f.js:3:4 for more", "listening at localhost:8080", "key: value"})
    CHECK(first(line) == "no frame");
}

TEST_CASE("several frames on a line, and lines within JSON strings") {
  CHECK(frames_of("Error: x at a (u.js:1:2) at b (u.js:3:4)").size() == 2);
  CHECK(rewritten(R"-({"stack":"Error: x\n    at a (u.js:1:2)\n    at u.js:3:4","n":1})-") ==
        R"-({"stack":"Error: x\n    at real (src/a.js:7:9)\n    at real (src/a.js:7:9)","n":1})-");
  CHECK(rewritten(R"({"stack":"a@http://x/u.js:1:2\nb@http://x/u.js:3:4\n"})") ==
        R"({"stack":"real@src/a.js:7:9\nreal@src/a.js:7:9\n"})");
  CHECK(rewritten(R"-({"m":"{\"s\":\"x\\n\\tat a (u.js:1:2)\\n\"}"})-") ==
        R"-({"m":"{\"s\":\"x\\n\\tat real (src/a.js:7:9)\\n\"}"})-");
}

TEST_CASE("names are escaped as the text around them") {
  std::string out;
  StackFrame frame;
  frame.shape = sourcemap::Shape::At;
  frame.nesting.times = 2;
  sourcemap::append_frame(out, frame, "a\"b", "c", 1, 2);
  CHECK(out == "a\\\\\\\"b@c:1:2");
}

TEST_CASE("a long line of nothing costs no more than its length") {
  for (const char* piece : {"at ", "@", " (", ")@", ":1", "\\n", "at a (", "\\\\n@"}) {
    std::string line;
    while (line.size() < 4'000'000) line += piece;
    CHECK(frames_of(line).size() < 10);
  }
}
