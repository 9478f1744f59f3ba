// A log that comes in bulk is answered by all cores as one would have answered it line by line.
#include <algorithm>
#include <array>
#include <deque>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>

#include "doctest/doctest.h"

#include "answers/managed/managed_lines.h"
#include "answers/retrace/single_mapping.h"
#include "ground/stream/log_pass.h"
#include "support/pipe.h"
#include "support/scratch.h"
#include "unit/answers/retrace/mapping_of.h"

using namespace symkit;

namespace {

constexpr std::string_view mapping = R"map(# {"id":"com.android.tools.r8.mapping","version":"2.0"}
x.Burnt -> a.c:
x.Kitchen -> a.b:
  1:3:void boil(int):10:12 -> a
  4:4:void x.Pot.lift():33:33 -> a
  4:4:void boil(int):14 -> a
  7:7:void x.Pot.lift():23:23 -> t
  7:7:void stir():7:7 -> t
  # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(La/c;)"],"actions":["removeInnerFrames(1)"]}
)map";
constexpr std::string_view two_sources =
    R"({"version":3,"sources":["a.ts","lib.ts"],"ignoreList":[1],"mappings":"AAAA,IAAI,ICAA"})";
constexpr std::string_view with_names =
    R"({"version":3,"sources":["a.ts"],"names":["openShop"],"mappings":"AAAA,UAEIA"})";

class Count : public sourcemap::Tally {
 public:
  explicit Count(bool is_alone = false) : is_alone_(is_alone) {}
  void count(const script::StackFrame& /*frame*/, const sourcemap::Answer& answer) override {
    ++(answer.frames.empty() ? missed : resolved);
  }
  Tally* another() override { return is_alone_ ? nullptr : &others.emplace_back(); }
  std::size_t all_of(std::size_t Count::* which) const {
    std::size_t all = this->*which;
    for (const Count& other : others) all += other.*which;
    return all;
  }
  std::size_t resolved = 0, missed = 0;
  std::deque<Count> others;

 private:
  bool is_alone_;
};

// Writes what comes to it with its number, as those do who look for further frames.
class Numbered final : public stream::LineTaker {
 public:
  explicit Numbered(print::Output& output) : output_(output) {}
  void begin(io::Input& /*log*/) override {}
  Result<void> take(const io::Line& line, std::uint64_t number) override {
    output_.write(std::to_string(number) + (line.is_answered ? "!" : ":") + std::string(line.text));
    return {};
  }
  Result<void> finish() override { return {}; }

 private:
  print::Output& output_;
};

struct Wanted {
  bool java = true, scripts = true, json = false, numbers = false;
};

// All that is written about a log, with its counts.
class Answering {
 public:
  Answering() {
    folder_.write("a.js.map", with_names);
    folder_.write("b.js.map", two_sources);
    folder_.write(
        "of/c.map",
        R"({"version":3,"debugId":"00112233-4455-6677-8899-aabbccddeeff","sources":["c.ts"],"mappings":"AAAA"})");
  }

  std::string operator()(const std::string& log, const Wanted& wanted, bool by_all) {
    std::string written;
    print::Output output([&](std::string_view text) {
      written += text;
      return true;
    });
    sourcemap::Finder finder({.maps = {}, .folders = {folder_.path}, .stores = {}},
                             [](const std::string&) {});
    sourcemap::Resolver resolver(finder, {});
    Count count(!by_all);
    retrace::SingleMapping mappings(test::mapping_of(mapping));
    managed::ManagedWork work{.on_all_cores = by_all};
    if (wanted.java)
      work.java.emplace(retrace::RewriteOptions{}, mappings, output,
                        wanted.json ? retrace::Told::All : retrace::Told::Nothing);
    if (wanted.scripts)
      work.scripts.emplace(finder, resolver, output, count,
                           sourcemap::TextStyle{.json = wanted.json, .beside_java = wanted.java});
    stream::WrittenLines plainly(output, wanted.json);
    Numbered numbered(output);
    stream::LineTaker& last = wanted.numbers ? static_cast<stream::LineTaker&>(numbered) : plainly;
    managed::ManagedLines lines(work, last);
    stream::LogPass pass(lines.first(), &output);
    // Line by line if one does it.
    if (by_all) {
      REQUIRE(pass.read(*io::Input::of_memory(log, "log")));
    } else {
      const auto input = io::Input::of_memory(log, "log");
      io::Lines all(*input);
      lines.first().begin(*input);
      std::uint64_t number = 0;
      for (auto line = all.next(); line && *line; line = all.next())
        REQUIRE(lines.first().take(**line, (*line)->begins ? ++number : number));
      REQUIRE(lines.first().finish());
    }
    REQUIRE(output.flush());
    const retrace::Counts java = lines.java_counts();
    counts = {java.frames, java.retraced, java.unknown_classes, count.all_of(&Count::resolved),
              count.all_of(&Count::missed)};
    workers = count.others.size();
    return written;
  }

  std::array<std::size_t, 5> counts = {};
  std::size_t workers = 0;

 private:
  test::Scratch folder_;
};

// Frames whose exception has a say, over the borders of parts; names that only the next line knows; files
// that debug ids name from some line on; documents and what might begin one; colours, line ends of both
// kinds, empty and long lines.
constexpr auto kinds = std::to_array<std::string_view>(
    {"    at t (a.js:1:1)\n", "    at a.js:1:11\n", "    at t (a.js:1:1)\r\n", "    at g (b.js:1:9)\n",
     "    at t (none.js:1:1)\n", "Error: x\n", "\n", "f@a.js:1:1\n", "    at t (https://x.org/c.js:1:1)\n",
     "\033[31m    at t (a.js:1:1)\033[0m\n", "at \"t (a.js:1:1)\"\n", "\tat a.b.a(SourceFile:2)\n",
     "\tat a.b.a(SourceFile:4)\r\n", "\tat a.b.t(SourceFile:7)\n", "\tat a.b.t(SourceFile:7)\n",
     "\tat x.y(SourceFile:1)\n", "11-21 06:00:00.858 1 2 W Tag: an ordinary line of a log\n",
     "I Tag: it's (quite) ordinary, 'a.b' too\n",
     "{\"stack\":\"E\\n    at t (a.js:1:1)\\n\\tat a.b.t(S:7)\"}\n"});
constexpr auto exceptions = std::to_array<std::string_view>(
    {"a.c: burnt\n", "Caused by: a.c\n", "java.lang.Error: a.b\n", "I Tag: word\n"});
constexpr auto rare = std::to_array<std::string_view>(
    {R"({"code_file":"https://x.org/c.js","debug_id":"00112233-4455-6677-8899-aabbccddeeff"})"
     "\n",
     "{\n  \"event_id\": 1,\n  \"frames\": "
     "[{\"function\":\"t\",\"filename\":\"a.js\",\"lineno\":1,\"colno\":1}]\n}\n",
     "{\"code_file\":\"https://x.org/c.js\",\n", "[\n", "text {\n"});

// In the first log nothing keeps the cores from it, in the last much; exceptions are as rare.
std::string log_of(unsigned seed) {
  std::mt19937 random(seed);
  std::string log = "begin\n";
  for (int i = 0; i < 30'000; ++i) {
    const auto die = random() % 10'000;
    if (die < seed * 2 - 2)
      log += rare[random() % rare.size()];
    else
      log += die > 10'000 - 20 * seed ? exceptions[random() % exceptions.size()]
                                      : kinds[random() % kinds.size()];
    if (seed == 3 && i == 20'000) log += std::string(300'000, 'x') + "\n";
  }
  return log + "    at t (a.js:1:1)";
}

}  // namespace

TEST_CASE("what many answer is what one would have answered, line by line") {
  Answering answering;
  for (const unsigned seed : {1U, 2U, 3U}) {
    const std::string log = log_of(seed);
    for (const Wanted& wanted : {Wanted{}, Wanted{.numbers = true}, Wanted{.json = true, .numbers = true},
                                 Wanted{.scripts = false}, Wanted{.scripts = false, .json = true},
                                 Wanted{.java = false}, Wanted{.java = false, .json = true}}) {
      CAPTURE(seed);
      CAPTURE(wanted.java);
      CAPTURE(wanted.scripts);
      CAPTURE(wanted.json);
      CAPTURE(wanted.numbers);
      const std::string one_by_one = answering(log, wanted, false);
      const auto counts = answering.counts;
      CHECK((answering(log, wanted, true) == one_by_one));
      CHECK((answering.counts == counts));
      CHECK((answering.workers > 1 || !wanted.scripts || std::thread::hardware_concurrency() < 2));
      CHECK(counts[wanted.java ? 1 : 3] > 2'000);
    }
  }
}

TEST_CASE("of a log that comes in bulk, all is written that is there, though it goes on") {
  test::Scratch folder;
  folder.write("a.js.map", two_sources);
  sourcemap::Finder finder({.maps = {}, .folders = {folder.path}, .stores = {}}, [](const std::string&) {});
  sourcemap::Resolver resolver(finder, {});
  Count count;
  test::Pipe in, out;
  std::jthread tool([&] {
    const auto input = io::Input::from_descriptor(in.reader(), "the test's log");
    print::Output output(out.writer());
    stream::WrittenLines written(output, false);
    managed::ManagedLines lines(
        {.scripts = sourcemap::LogWork{finder, resolver, output, count}, .on_all_cores = true}, written);
    CHECK(stream::LogPass(lines.first(), &output).read(*input));
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
