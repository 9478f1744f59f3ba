#include "ground/print/frames.h"

#include <array>

#include "doctest/doctest.h"

using namespace symkit::print;

namespace {

const std::array chain = std::to_array<Frame>({
    {.function = "leaf(int)", .file = "/src/a/leaf.h", .line = 7, .column = 3, .inlined = true},
    {.function = "middle()", .file = "/src/a/middle.h", .line = 20, .column = 1, .inlined = true},
    {.function = "main", .file = "/src/main.cpp", .line = 99, .column = 12},
});

Located located(std::span<const Frame> frames) {
  Located answer{.address = 0x100003a68, .given = "0x100003A68", .image = "App", .frames = frames};
  answer.offset_from_function = 264;
  return answer;
}

std::string atos(const Located& answer, const AtosStyle& style = {}) {
  std::string out;
  append_atos(out, answer, style);
  return out;
}

std::string llvm(const Located& answer) {
  std::string out;
  append_llvm(out, answer);
  return out;
}

std::string json(const Located& answer) {
  std::string out;
  append_json(out, answer);
  return out;
}

}  // namespace

TEST_CASE("atos without -i names the function that holds the code and the line in it") {
  CHECK(atos(located(chain)) == "main (in App) (main.cpp:99)\n");
  CHECK(atos(located(chain), {.full_path = true}) == "main (in App) (/src/main.cpp:99)\n");
}

TEST_CASE("atos -i gives the chain, innermost first") {
  CHECK(atos(located(chain), {.inlined_frames = true}) ==
        "leaf(int) (in App) (leaf.h:7)\nmiddle() (in App) (middle.h:20)\nmain (in App) (main.cpp:99)\n");
}

TEST_CASE("-d stands between the frames of one address only") {
  CHECK(
      atos(located(chain), {.inlined_frames = true, .delimiter = " <- ", .blank_line = true}) ==
      "leaf(int) (in App) (leaf.h:7) <- middle() (in App) (middle.h:20) <- main (in App) (main.cpp:99)\n\n");
  CHECK(atos(located(chain), {.delimiter = " <- "}) == "main (in App) (main.cpp:99)\n");
}

TEST_CASE("a symbol without a line gets its offset") {
  const std::array only_name = {Frame{.function = "helper"}};
  CHECK(atos(located(only_name)) == "helper (in App) + 264\n");
}

TEST_CASE("line 0 is no place") {
  const std::array line_zero = {Frame{.function = "glue", .file = "<compiler-generated>"}};
  CHECK(atos(located(line_zero)) == "glue (in App) + 264\n");
}

TEST_CASE("an inlined frame without a line shows no offset, for that counts from the function round it") {
  const std::array frames = {Frame{.function = "leaf", .file = "leaf.h", .inlined = true}, chain[2]};
  CHECK(atos(located(frames), {.inlined_frames = true}) == "leaf (in App)\nmain (in App) (main.cpp:99)\n");
}

TEST_CASE("offset 0 is an offset") {
  const std::array only_name = {Frame{.function = "helper"}};
  Located answer = located(only_name);
  answer.offset_from_function = 0;
  CHECK(atos(answer) == "helper (in App) + 0\n");
}

TEST_CASE("where only function starts are known, the start is the name") {
  Located answer = located({});
  answer.function_start = 0x100003960;
  CHECK(atos(answer) == "0x100003960 (in App) + 264\n");
  CHECK(llvm(answer) == "??\n??:0:0\n\n");
  const std::array empty = {Frame{}};
  answer.frames = empty;
  CHECK(atos(answer, {.inlined_frames = true}) == "0x100003960 (in App) + 264\n");
}

TEST_CASE("where nothing is known, the address comes back as it was given") {
  Located nothing{.address = 0xdead, .given = "0x000000000000DEAD", .image = "App"};
  CHECK(atos(nothing) == "0x000000000000DEAD\n");
  CHECK(atos(nothing, {.inlined_frames = true, .blank_line = true}) == "0x000000000000DEAD\n\n");
  nothing.given = {};
  CHECK(atos(nothing) == "0xdead\n");
  const std::array empty = {Frame{}};
  nothing.frames = empty;
  CHECK(atos(nothing) == "0xdead\n");
}

TEST_CASE("a path of a Windows build is cut at its last backslash") {
  const std::array frames = {Frame{.function = "f", .file = "C:\\src\\game\\f.cpp", .line = 3}};
  CHECK(atos(located(frames)) == "f (in App) (f.cpp:3)\n");
}

TEST_CASE("llvm's style") {
  CHECK(llvm(located(chain)) ==
        "leaf(int)\n/src/a/leaf.h:7:3\nmiddle()\n/src/a/middle.h:20:1\nmain\n/src/main.cpp:99:12\n\n");
  CHECK(llvm(located({})) == "??\n??:0:0\n\n");
  const std::array only_name = {Frame{.function = "helper"}};
  CHECK(llvm(located(only_name)) == "helper\n??:0:0\n\n");
  const std::array no_column = {Frame{.function = "f", .file = "/f.c", .line = 5}};
  CHECK(llvm(located(no_column)) == "f\n/f.c:5:0\n\n");
}

TEST_CASE("JSON of an answer") {
  const std::array frames = {chain[0], chain[2]};
  Located answer = located(frames);
  answer.image_offset = 0x3a68;
  CHECK(json(answer) ==
        "{\"address\":\"0x100003a68\",\"image\":\"App\",\"offset\":\"0x3a68\",\"function\":\"main\","
        "\"file\":\"/src/main.cpp\",\"line\":99,\"column\":12,\"function_offset\":264,\"frames\":["
        "{\"function\":\"leaf(int)\",\"file\":\"/src/a/leaf.h\",\"line\":7,\"column\":3,\"inlined\":true},"
        "{\"function\":\"main\",\"file\":\"/src/main.cpp\",\"line\":99,\"column\":12,\"inlined\":false}]}\n");
}

TEST_CASE("JSON of a miss says why") {
  const Located miss{.address = 16, .image = "libfoo.so", .reason = "no symbols with this id"};
  CHECK(json(miss) ==
        "{\"address\":\"0x10\",\"image\":\"libfoo.so\",\"reason\":\"no symbols with this id\"}\n");
}
