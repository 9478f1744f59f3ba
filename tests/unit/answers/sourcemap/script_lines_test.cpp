// A log in, the rewritten log out: which frames are answered, in which order, and that all else passes as it
// came.
#include "answers/sourcemap/script_lines.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "doctest/doctest.h"

#include "ground/stream/log_pass.h"
#include "support/pipe.h"

using namespace symkit;
using namespace symkit::sourcemap;

namespace {

class Count : public Tally {
 public:
  void count(const script::StackFrame& /*frame*/, const Answer& answer) override {
    ++(answer.frames.empty() ? missed : resolved);
  }
  int resolved = 0, missed = 0;
};

// The maps are files of a folder; the logs fit into a pipe.
class Rewriting {
 public:
  Rewriting() {
    std::string pattern = std::filesystem::temp_directory_path() / "symkit-rewriting-XXXXXX";
    folder = ::mkdtemp(pattern.data());
  }
  Rewriting(const Rewriting&) = delete;
  Rewriting& operator=(const Rewriting&) = delete;
  ~Rewriting() { std::filesystem::remove_all(folder); }

  void add(const std::string& name, std::string_view text) const {
    std::filesystem::create_directories(std::filesystem::path(folder + "/" + name).parent_path());
    std::ofstream(folder + "/" + name) << text;
  }

  std::string operator()(const std::vector<std::string_view>& logs) {
    test::Pipe out;
    Finder finder({.maps = {}, .folders = {folder}, .stores = {}}, [](const std::string&) {});
    Resolver resolver(finder, {});
    print::Output output(out.writer());
    const LogWork work{finder, resolver, output, count, {json, skip_ignored, color, context}};
    stream::WrittenLines written(output, json);
    lines = 0;
    for (const std::string_view log : logs) {
      test::Pipe in;
      in.write(log);
      in.close_writer();
      const auto input = io::Input::from_descriptor(in.reader(), "the test's log");
      ScriptLines rewriter(work, written);
      stream::LogPass pass(rewriter, &output);
      REQUIRE(pass.read(*input));
      lines += pass.lines();
    }
    REQUIRE(output.flush());
    return test::everything_in(out);
  }

  std::string folder;
  Count count;
  bool json = false, skip_ignored = false, color = false;
  unsigned context = 0;
  std::uint64_t lines = 0;
};

// Its second source is a library's; 1:11 leads to a.ts, line 3, which knows what is called there.
constexpr std::string_view two_sources =
    R"({"version":3,"sources":["a.ts","lib.ts"],"ignoreList":[1],"mappings":"AAAA,IAAI,ICAA"})";
constexpr std::string_view with_names =
    R"({"version":3,"sources":["a.ts"],"names":["openShop"],"mappings":"AAAA,UAEIA"})";

}  // namespace

TEST_CASE("frames get their originals; all else, line ends and bytes of any kind, stays as it came") {
  Rewriting rewriting;
  rewriting.add("a.js.map", two_sources);
  CHECK(
      rewriting(
          {"Error: \xff\r\n\n    at f (https://x.org/a.js:1:1)\r\n\tat g (https://x.org/b.js:1:1)\nlast"}) ==
      "Error: \xff\r\n\n    at f (a.ts:1:1)\r\n\tat g (https://x.org/b.js:1:1)\nlast");
  CHECK(rewriting.lines == 5);
  CHECK(rewriting.count.resolved == 1);
  CHECK(rewriting.count.missed == 1);
}

TEST_CASE("a frame whose function nobody knows waits for the next, whose map may say what is called there") {
  Rewriting rewriting;
  rewriting.add("a.js.map", with_names);
  CHECK(rewriting({"    at t (a.js:1:1)\n    at a.js:1:11\n"}) ==
        "    at openShop (a.ts:1:1)\n    at a.ts:3:5\n");
  // Nobody comes, or somebody else's line: it is written all the same, in its place.
  CHECK(rewriting({"    at t (a.js:1:1)\n"}) == "    at t (a.ts:1:1)\n");
  CHECK(rewriting({"    at t (a.js:1:1)\nother\n    at a.js:1:11\n"}) ==
        "    at t (a.ts:1:1)\nother\n    at a.ts:3:5\n");
  // Another log's frames tell nothing of it.
  CHECK(rewriting({"    at t (a.js:1:1)\n", "    at a.js:1:11\n"}) ==
        "    at t (a.ts:1:1)\n    at a.ts:3:5\n");
}

TEST_CASE("code that is not one's own can be left out; nothing else is") {
  Rewriting rewriting;
  rewriting.add("a.js.map", two_sources);
  const std::string_view log = "Error\n    at f (a.js:1:1)\n    at g (a.js:1:9)\nend\n";
  CHECK(rewriting({log}) == "Error\n    at f (a.ts:1:1)\n    at g (lib.ts:1:5)\nend\n");
  rewriting.skip_ignored = true;
  CHECK(rewriting({log}) == "Error\n    at f (a.ts:1:1)\nend\n");
}

TEST_CASE("as JSON only frames are written, with the line of their log") {
  Rewriting rewriting;
  rewriting.add("a.js.map", two_sources);
  rewriting.json = true;
  const std::string written = rewriting({"Error\n    at f (a.js:1:1)\n", "    at g (b.js:2:3)\n"});
  CHECK(written.starts_with(R"({"line_no":2,"function":"f","url":"a.js","line":1,"column":1,"original":)"));
  CHECK(written.contains(
      R"({"line_no":1,"function":"g","url":"b.js","line":2,"column":3,"reason":"no map for b.js"})"));
  CHECK(std::ranges::count(written, '\n') == 2);
  CHECK(rewriting.lines == 3);
}

TEST_CASE("the log says which build it was: the map with that debug id is taken") {
  Rewriting rewriting;
  const std::string id = "aaaaaaaa-0000-4000-8000-00000000000";
  rewriting.add("one/a.js.map",
                R"({"version":3,"debugId":")" + id + R"(1","sources":["one.ts"],"mappings":"AAAA"})");
  rewriting.add("two/a.js.map",
                R"({"version":3,"debugId":")" + id + R"(2","sources":["two.ts"],"mappings":"AAAA"})");
  const std::string frame = "    at f (https://x.org/a.js:1:1)\n";
  const auto says = [&](const std::string& build) {
    return R"({"code_file":"https://x.org/a.js","debug_id":")" + id + build + "\"}\n";
  };
  CHECK(rewriting({frame}) == frame);
  CHECK(rewriting({says("1") + frame}) == says("1") + "    at f (one.ts:1:1)\n");
  CHECK(rewriting({says("2") + frame}) == says("2") + "    at f (two.ts:1:1)\n");
}

TEST_CASE(
    "lines of the source stand below a frame, with a caret at its column; colours stay out of JSON's "
    "strings") {
  Rewriting rewriting;
  rewriting.add(
      "a.js.map",
      R"({"version":3,"sources":["a.ts"],"sourcesContent":["one\n  two\nthree\n"],"mappings":"AACE"})");
  rewriting.context = 1;
  // No function stands round that place of the source.
  CHECK(rewriting({"    at f (a.js:1:1)\n"}) == "    at a.ts:2:3\n    > 2 |   two\n        |   ^\n");
  rewriting.context = 0;
  rewriting.color = true;
  CHECK(rewriting({"    at f (a.js:1:1)\n"}).contains("\033[36m"));
  const std::string_view in_json = "{\"stack\":\"Error\\n    at f (a.js:1:1)\"}\n";
  CHECK(rewriting({in_json}) == "{\"stack\":\"Error\\n    at a.ts:2:3\"}\n");
}
