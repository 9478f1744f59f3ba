// Java's and JavaScript's frames in one pass: each is answered once, by whom it concerns, and comes to the
// last with the number of its line.
#include <algorithm>
#include <string>

#include "doctest/doctest.h"

#include "answers/managed/only_names.h"
#include "answers/retrace/single_mapping.h"
#include "ground/stream/log_pass.h"
#include "support/scratch.h"
#include "unit/answers/retrace/mapping_of.h"

using namespace symkit;

namespace {

constexpr std::string_view map = R"({"version":3,"sources":["a.ts"],"mappings":"AAAA,IAAI"})";

class Last : public stream::LineTaker {
 public:
  void begin(io::Input& /*log*/) override {}
  Result<void> take(const io::Line& line, std::uint64_t number) override {
    all += std::to_string(number) + (line.is_answered ? "!" : ":") + std::string(line.text);
    return {};
  }
  Result<void> finish() override { return {}; }
  std::string all;
};

class Counts : public sourcemap::Tally {
 public:
  void count(const script::StackFrame& /*frame*/, const sourcemap::Answer& answer) override {
    ++(answer.frames.empty() ? missed : resolved);
  }
  int resolved = 0, missed = 0;
};

// All that names a log's frames.
struct Named {
  Named() { folder.write("a.js.map", map); }

  std::string operator()(std::string_view log, bool json = false) {
    Last last;
    const retrace::LogWork for_java{
        {}, mapping, output, json ? retrace::Told::Known : retrace::Told::Nothing, false};
    const sourcemap::LogWork for_scripts{
        finder, resolver, output, scripts, {.json = json, .beside_java = true}};
    managed::ManagedLines lines({for_java, for_scripts}, last);
    CHECK(stream::LogPass(lines.first(), &output).read(*io::Input::of_memory(std::string(log), "log")));
    java = lines.java_counts();
    return last.all;
  }

  test::Scratch folder;
  retrace::SingleMapping mapping{test::mapping_of(test::kitchen)};
  sourcemap::Finder finder{{.maps = {}, .folders = {folder.path}, .stores = {}}, [](const std::string&) {}};
  sourcemap::Resolver resolver{finder, {}};
  std::string told;
  print::Output output{[this](std::string_view text) {
    told += text;
    return true;
  }};
  Counts scripts;
  retrace::Counts java;
};

}  // namespace

TEST_CASE("each frame is answered by whom it concerns, in the order of the log") {
  Named named;
  CHECK(named("start\n"
              "a.c: burnt\n"
              "\tat a.b.a(SourceFile:2)\n"
              "    at f (https://x.org/a.js:1:1)\n"
              "#00 pc 00001234  /a/libx.so\n"
              "end") ==
        "1:start\n"
        "2:x.Burnt: burnt\n"
        "3!\tat x.Kitchen.boil(Kitchen.java:11)\n"
        "4!    at f (a.ts:1:1)\n"
        "5:#00 pc 00001234  /a/libx.so\n"
        "6:end");
  CHECK(named.scripts.resolved == 1);
  CHECK(named.java.retraced == 1);
  CHECK(named.java.frames == 1);  // that of the script is none of Java's
}

TEST_CASE("lines of inlined calls have the number of the frame that they were inlined into") {
  Named named;
  CHECK(named("\tat a.b.a(SourceFile:4)\nlast\n") ==
        "1!\tat x.Pot.lift(Pot.java:33)\n1!\tat x.Kitchen.boil(Kitchen.java:14)\n2:last\n");
}

TEST_CASE("a line whose strings hold frames may hold others: whoever comes next reads it, too") {
  Named named;
  CHECK(named(R"({"stack":"    at f (https://x.org/a.js:1:1)\n#00 pc 00001234  /a/libx.so"})"
              "\n") == R"(1:{"stack":"    at f (a.ts:1:1)\n#00 pc 00001234  /a/libx.so"})"
                       "\n");
}

TEST_CASE("where frames are told as JSON, the log comes to the last as it was, and each frame is told once") {
  Named named;
  const std::string log =
      "a.c: x\n\tat a.b.a(SourceFile:2)\n    at t.f (https://x.org/a.js:1:1)\nunknown.E: y\n";
  CHECK(named(log, true) ==
        "1:a.c: x\n2:\tat a.b.a(SourceFile:2)\n3!    at t.f (https://x.org/a.js:1:1)\n4:unknown.E: y\n");
  CHECK(std::ranges::count(named.told, '\n') == 3);
  CHECK(named.told.find("\"line\":1") < named.told.find("\"line\":3"));
  CHECK_FALSE(named.told.contains("unknown.E"));
}

TEST_CASE("those who only want names need no output") {
  Named named;
  const managed::OnlyNames names(named.finder, named.resolver, named.mapping);
  Last last;
  managed::ManagedLines lines = names.before(last);
  CHECK(stream::LogPass(lines.first()).read(*io::Input::of_memory("a.c: x\n", "log")));
  CHECK(last.all == "1:x.Burnt: x\n");
  CHECK(named.told.empty());
}
