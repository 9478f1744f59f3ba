// A whole log on its way: what is decided when, whoever's mapping it is, and that no byte is lost.
#include "answers/retrace/java_lines.h"

#include <algorithm>
#include <map>
#include <poll.h>
#include <thread>
#include <tuple>
#include <unistd.h>

#include "doctest/doctest.h"

#include "answers/retrace/single_mapping.h"
#include "ground/stream/log_pass.h"
#include "support/pipe.h"
#include "support/scratch.h"
#include "unit/answers/retrace/mapping_of.h"

using namespace symkit;
using namespace symkit::retrace;
using test::kitchen;
using test::mapping_of;
using test::Pipe;

namespace {

// Two programs that call different classes by one name.
class TwoMappings : public MappingSource {
 public:
  Result<bool> choose(std::string_view source_file) override {
    const auto found = by_name_.find(std::string(source_file));
    if (found == by_name_.end()) return false;
    current_ = found->second.get();
    return true;
  }
  Mapping& current() override { return *current_; }

 private:
  std::map<std::string, std::unique_ptr<Mapping>> by_name_ = [] {
    std::map<std::string, std::unique_ptr<Mapping>> made;
    made["first"] = mapping_of("x.One -> a.b:\n");
    made["second"] = mapping_of("x.Two -> a.b:\n");
    return made;
  }();
  Mapping* current_ = by_name_["first"].get();
};

struct Rewritten {
  std::string text;
  Counts tally;
  std::uint64_t lines = 0;
  std::string error;
};

Rewritten rewritten(std::string_view log, MappingSource& mappings, bool json = false,
                    bool choose_ahead = false) {
  const test::Scratch folder;
  const auto input = io::Input::open(folder.write("log", log));
  REQUIRE(input);
  Pipe pipe;
  Rewritten out;
  {
    std::jthread reader([&] {
      char buffer[4096];
      for (ssize_t count = 1; count > 0;) {
        count = ::read(pipe.reader(), buffer, sizeof buffer);
        if (count > 0) out.text.append(buffer, static_cast<std::size_t>(count));
      }
    });
    print::Output output(pipe.writer());
    stream::WrittenLines written(output, json);
    JavaLines lines({{{}, nullptr}, mappings, output, json ? Told::All : Told::Nothing, choose_ahead},
                    written);
    stream::LogPass pass(lines, &output);
    if (const auto done = pass.read(**input); !done) out.error = done.error().message;
    CHECK(output.flush());
    pipe.close_writer();
    out.tally = lines.counts();
    out.lines = pass.lines();
  }
  return out;
}

Rewritten with_kitchen(std::string_view log, bool json = false) {
  SingleMapping mappings(mapping_of(kitchen));
  return rewritten(log, mappings, json);
}

// What comes out within some seconds, until `wanted` is there.
std::string until(const Pipe& pipe, std::string_view wanted) {
  std::string text;
  pollfd ready{pipe.reader(), POLLIN, 0};
  while (!text.contains(wanted) && ::poll(&ready, 1, 20'000) == 1) {
    char buffer[4096];
    const ssize_t count = ::read(pipe.reader(), buffer, sizeof buffer);
    if (count <= 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

TEST_CASE("frames are rewritten, all else passes byte by byte") {
  const std::string before = std::string("text\r\n\n\xff\xfe \0 odd\n", 16), behind = "no end";
  const Rewritten out = with_kitchen(before + "a.c: dry\r\n\tat a.b.a(SourceFile:4)\r\n" + behind);
  CHECK(out.error.empty());
  CHECK(out.text ==
        before + "x.Burnt: dry\r\n\tat x.Pot.lift(Pot.java:33)\r\n\tat x.Kitchen.boil(Kitchen.java:14)\r\n" +
            behind);
  CHECK(out.lines == 6);
}

TEST_CASE("what was retraced and what was not is counted") {
  const Rewritten out = with_kitchen(
      "a.c: dry\n"
      "\tat a.b.a(SourceFile:1)\n"
      "\tat a.b.q(SourceFile:1)\n"
      "\tat java.lang.Thread.run(Thread.java:833)\n");
  CHECK(out.tally.frames == 3);
  CHECK(out.tally.retraced == 1);
  CHECK(out.tally.unknown_members == 1);
  CHECK(out.tally.unknown_classes == 1);
  CHECK(out.tally.ambiguous == 0);
}

TEST_CASE("JSON has the line's number in the log, and nothing of other lines") {
  const Rewritten out = with_kitchen("some text\n\nand more\n\tat a.b.a(SourceFile:2)\n", true);
  CHECK(std::ranges::count(out.text, '\n') == 1);
  CHECK(out.text.contains("\"line_no\":4,"));
  CHECK(out.text.contains("\"boil\""));
}

TEST_CASE("a line too long to be a frame passes in pieces, and counts as one") {
  const std::string longest(io::Lines::longest_line + 100, 'x');
  const Rewritten out = with_kitchen(longest + "\n\tat a.b.a(SourceFile:2)\n");
  CHECK(out.text.size() ==
        longest.size() + 1 + std::string_view("\tat x.Kitchen.boil(Kitchen.java:11)\n").size());
  CHECK(out.text.ends_with("x\n\tat x.Kitchen.boil(Kitchen.java:11)\n"));
  CHECK(out.lines == 2);
}

TEST_CASE("a frame that was met before is answered alike, but where other lines have a say") {
  SingleMapping mappings(mapping_of(R"map(# {"id":"com.android.tools.r8.mapping","version":"2.0"}
some.Class -> a:
  4:4:void other.Class.inlinee():23:23 -> a
  4:4:void caller(other.Class):7:7 -> a
  # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(La/N;)"],"actions":["removeInnerFrames(1)"]}
  5:5:void other.Class.inlinee():24:24 -> b
  5:5:void caller(other.Class):8:8 -> b
)map"));
  const std::string b = "1 at other.Class.inlinee(Class.java:24)\n1 at some.Class.caller(Class.java:8)\n";
  const std::string outer = "\tat some.Class.caller(Class.java:7)\n";
  const std::string both = "\tat other.Class.inlinee(Class.java:23)\n" + outer;
  const Rewritten out = rewritten(
      "1 at a.b(:5)\n1 at a.b(:5)\n\tat a.a(:4)\na.N: x\n\tat a.a(:4)\n\tat a.a(:4)\n"
      "a.N: y\n1 at a.b(:5)\n\tat a.a(:4)\na.N: z\n\tat x.y(:1)\n\tat x.y(:1)\n\tat a.a(:4)\n"
      "2 at a.b(:5) ~[?]\r\n2 at a.b(:5)",
      mappings);
  const std::string unknown = "\tat x.y(:1)\n";
  CHECK(out.text ==
        b + b + both + "a.N: x\n" + outer + both + "a.N: y\n" + b + both + "a.N: z\n" + unknown + unknown +
            outer +
            "2 at other.Class.inlinee(Class.java:24) ~[?]\r\n2 at some.Class.caller(Class.java:8) ~[?]\r\n"
            "2 at other.Class.inlinee(Class.java:24)\n2 at some.Class.caller(Class.java:8)");
  CHECK(out.tally.frames == 12);
  CHECK(out.tally.unknown_classes == 2);
}

TEST_CASE("a mapping that cannot be read ends the log where it is met; what came before is written") {
  SingleMapping mappings(mapping_of("x.Good -> a.a:\nx.Bad -> a.b:\n    1:x:void f() -> a\n"));
  const Rewritten out = rewritten("a.a: x\n\tat a.b.a(SourceFile:1)\nafter\n", mappings);
  CHECK(out.error.starts_with("mapping.txt:3:"));
  CHECK(out.text == "x.Good: x\n");
}

TEST_CASE("an exception is of the mapping that its first frame names, in whichever order they come") {
  constexpr std::string_view log =
      "a.b: one\n"
      "message\n"
      "\tat java.lang.Thread.run(Thread.java:1)\n"
      "\tat a.b.c(second:1)\n"
      "a.b: two\n"
      "\tat java.lang.Thread.run(Thread.java:1)\n"
      "Caused by: a.b: of two\n"
      "\tat a.b.c(first:1)\n";
  TwoMappings mappings;
  const std::string text = rewritten(log, mappings, false, true).text;
  CHECK(text.starts_with("x.Two: one\nmessage\n\tat java.lang.Thread.run(Thread.java:1)\n\tat x.Two."));
  CHECK(text.contains(
      "\nx.One: two\n\tat java.lang.Thread.run(Thread.java:1)\nCaused by: x.One: of two\n\tat x.One."));
}

TEST_CASE("a stack that names no mapping is of the one that was used last, and none of it is lost") {
  TwoMappings mappings;
  CHECK(rewritten("a.b: x\n\tat a.b.c(SourceFile)\na.b: y\n", mappings, false, true).text ==
        "x.One: x\n\tat x.One.c(One.java)\nx.One: y\n");
  std::string log = "a.b: x\n";
  for (int i = 0; i < 1000; ++i) log += "line " + std::to_string(i) + "\n";
  const Rewritten out = rewritten(log, mappings, false, true);
  CHECK(out.text == "x.One" + log.substr(3));
  CHECK(out.lines == 1001);
}

TEST_CASE("a live log goes on: each line as it comes, and one that waits, not for long") {
  for (const bool choose_ahead : {false, true}) {
    CAPTURE(choose_ahead);
    Pipe in, out;
    TwoMappings mappings;
    std::jthread tool([&] {
      const auto input = io::Input::from_descriptor(in.reader(), "standard input");
      print::Output output(out.writer());
      stream::WrittenLines written(output, false);
      JavaLines lines({{{}, nullptr}, mappings, output, Told::Nothing, choose_ahead}, written);
      std::ignore = stream::LogPass(lines, &output).read(*input);
    });
    in.write("text\n");
    CHECK(until(out, "\n") == "text\n");
    in.write("a.b: boom\n");
    CHECK(until(out, "\n") == "x.One: boom\n");
    in.close_writer();
  }
}

TEST_CASE("a reader that went away ends the work quietly") {
  print::ignore_broken_pipes();
  Pipe in, out;
  out.close_reader();
  SingleMapping mappings(mapping_of(kitchen));
  const auto input = io::Input::from_descriptor(in.reader(), "standard input");
  print::Output output(out.writer());
  stream::WrittenLines written(output, false);
  JavaLines lines({{{}, nullptr}, mappings, output}, written);
  in.write("\tat a.b.a(SourceFile:1)\n");  // and the log goes on: its writer stays open
  CHECK(stream::LogPass(lines, &output).read(*input));
  CHECK(output.stopped());
}
