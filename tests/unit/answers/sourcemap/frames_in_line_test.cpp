#include "answers/sourcemap/frames_in_line.h"

#include <string>

#include "doctest/doctest.h"

#include "answers/sourcemap/frame_writer.h"

using namespace symkit;
using script::StackFrame;

namespace {

// What frames view lives as long as the tests.
std::vector<StackFrame> frames_of(std::string_view line) {
  static std::deque<sourcemap::FrameTexts> all;
  std::vector<StackFrame> frames;
  sourcemap::find_frames(line, frames, all.emplace_back());
  return frames;
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

TEST_CASE("Firefox' mark of an eval is replaced with its place") {
  CHECK(rewritten("a@http://x/f.js:1:2 line 3 > eval") == "real@src/a.js:7:9");
}

TEST_CASE("prefixes of logs stay, and prose is no frame") {
  CHECK(rewritten("11-21 10:00:00.123  123  456 E ReactNativeJS:     at a (app.js:1:2)") ==
        "11-21 10:00:00.123  123  456 E ReactNativeJS:     at real (src/a.js:7:9)");
  CHECK(rewritten("Nov 21 10:00:00 host app[12]: a@http://x/f.js:1:2") ==
        "Nov 21 10:00:00 host app[12]: real@src/a.js:7:9");
  for (const char* line :
       {"look at 10:30:15 again", "meet me at noon (see 12:30:15)", "ssh me@host.example.com:22",
        "see http://x.org/f.js:3:4 for more", "listening at localhost:8080", "key: value"})
    CHECK(frames_of(line).empty());
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
  frame.shape = script::Shape::At;
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
