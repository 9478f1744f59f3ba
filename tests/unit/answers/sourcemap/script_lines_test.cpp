// A log in, the rewritten log out: which frames are answered, in which order, and that all else passes as it
// came.
#include "answers/sourcemap/script_lines.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>
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

// Of several threads each has one of its own.
class CountOfMany : public Count {
 public:
  Tally* another() override { return &others.emplace_back(); }
  void gather() {
    for (const Count& other : others) {
      resolved += other.resolved;
      missed += other.missed;
    }
  }
  std::deque<Count> others;
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

  // The whole of a log at once, by all cores or by one.
  std::string bulk(const std::string& log, bool by_all) {
    std::string written;
    print::Output output([&](std::string_view text) {
      written += text;
      return true;
    });
    Finder finder({.maps = {}, .folders = {folder}, .stores = {}}, [](const std::string&) {});
    Resolver resolver(finder, {});
    CountOfMany of_all;
    count = {};
    const TextStyle style = {json, skip_ignored, color, context};
    stream::WrittenLines written_lines(output, json);
    ScriptLines rewriter({finder, resolver, output, by_all ? of_all : count, style}, written_lines);
    stream::LogPass pass(rewriter, &output);
    const auto input = io::Input::of_memory(log, "the test's log");
    REQUIRE(pass.read(*input));
    REQUIRE(output.flush());
    by_many = of_all.others.size() > 1;
    of_all.gather();
    if (by_all) count = of_all;
    lines = pass.lines();
    return written;
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
  bool by_many = false;
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

TEST_CASE("a log that comes in bulk is answered by all cores as it is line by line") {
  // Names that only the next line knows, over the borders of parts; files that debug ids name from some line
  // on; documents and what might begin one; colours, line ends of both kinds, empty and long lines.
  constexpr auto kinds = std::to_array<std::string_view>(
      {"    at t (a.js:1:1)\n", "    at a.js:1:11\n", "    at t (a.js:1:1)\r\n", "    at g (b.js:1:9)\n",
       "    at t (none.js:1:1)\n", "Error: x\n", "\n", "f@a.js:1:1\n", "    at t (https://x.org/c.js:1:1)\n",
       "\033[31m    at t (a.js:1:1)\033[0m\n", "at \"t (a.js:1:1)\"\n"});
  constexpr auto rare = std::to_array<std::string_view>(
      {R"({"stack":"E\n    at t (a.js:1:1)\n    at a.js:1:11"})"
       "\n",
       R"({"code_file":"https://x.org/c.js","debug_id":"00112233-4455-6677-8899-aabbccddeeff"})"
       "\n",
       "{\n  \"event_id\": 1,\n  \"frames\": "
       "[{\"function\":\"t\",\"filename\":\"a.js\",\"lineno\":1,\"colno\":1}]\n}\n",
       "{\"code_file\":\"https://x.org/c.js\",\n", "[\n", "text {\n"});
  Rewriting rewriting;
  rewriting.add("a.js.map", with_names);
  rewriting.add("b.js.map", two_sources);
  rewriting.add(
      "of/c.map",
      R"({"version":3,"debugId":"00112233-4455-6677-8899-aabbccddeeff","sources":["c.ts"],"mappings":"AAAA"})");
  for (const unsigned seed : {1U, 2U, 3U}) {
    std::mt19937 random(seed);
    std::string log;
    // In the first log nothing keeps the cores from it, in the last much.
    for (int i = 0; i < 40'000; ++i) {
      const bool is_rare = random() % 10'000 < seed * 2 - 2;
      log += is_rare ? rare[random() % rare.size()] : kinds[random() % kinds.size()];
      if (seed == 3 && i == 20'000) log += std::string(300'000, 'x') + "\n";
    }
    log += "    at t (a.js:1:1)";
    for (const bool json : {false, true}) {
      CAPTURE(seed);
      CAPTURE(json);
      rewriting.json = json;
      rewriting.skip_ignored = seed == 2;
      const std::string one_by_one = rewriting.bulk(log, false);
      const Count counted = rewriting.count;
      const std::uint64_t lines = rewriting.lines;
      CHECK((rewriting.bulk(log, true) == one_by_one));
      CHECK((rewriting.by_many || seed != 1));
      CHECK(rewriting.count.resolved == counted.resolved);
      CHECK(rewriting.count.missed == counted.missed);
      CHECK(rewriting.lines == lines);
      CHECK(counted.resolved > 10'000);
    }
  }
}

TEST_CASE("of a log that comes in bulk, all is written that is there, though it goes on") {
  Rewriting rewriting;
  rewriting.add("a.js.map", two_sources);
  Finder finder({.maps = {}, .folders = {rewriting.folder}, .stores = {}}, [](const std::string&) {});
  Resolver resolver(finder, {});
  CountOfMany count;
  test::Pipe in, out;
  std::jthread tool([&] {
    const auto input = io::Input::from_descriptor(in.reader(), "the test's log");
    print::Output output(out.writer());
    stream::WrittenLines written_lines(output, false);
    ScriptLines rewriter({finder, resolver, output, count}, written_lines);
    CHECK(stream::LogPass(rewriter, &output).read(*input));
    out.close_writer();
  });
  std::jthread writer([&] {
    for (int i = 0; i < 10'000; ++i) in.write("    at f (a.js:1:1)\n");
    in.write("end\n");
  });
  const std::size_t expected = 10'000 * std::string_view("    at f (a.ts:1:1)\n").size() + 4;
  std::string written;
  char buffer[4096];
  for (ssize_t count = 1; count > 0 && written.size() < expected;) {
    count = ::read(out.reader(), buffer, sizeof buffer);
    if (count > 0) written.append(buffer, static_cast<std::size_t>(count));
  }
  CHECK(written.size() == expected);
  CHECK(written.ends_with("    at f (a.ts:1:1)\nend\n"));
  in.close_writer();
}
