// Lines that pass without being read are those that would not have been changed or remembered.
#include "answers/retrace/plain_lines.h"

#include <array>
#include <random>
#include <string>

#include "doctest/doctest.h"

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/no_mapping.h"

using namespace symkit;
using namespace symkit::retrace;

namespace {

// Every name is in it.
class AnyName final : public NoMapping {
 public:
  AnyName() : NoMapping({}) {}
  std::optional<ClassNaming> find(std::string_view name) override {
    return name.empty() ? std::nullopt : std::optional(ClassNaming{0, "x.Original"});
  }
};

class Any final : public MappingSource {
 public:
  Result<bool> choose(std::string_view /*source_file*/) override { return true; }
  Mapping& current() override { return mapping_; }

 private:
  AnyName mapping_;
};

constexpr auto pieces = std::to_array<std::string_view>({"a",
                                                         "b.c",
                                                         "a.b.c",
                                                         "at",
                                                         " at ",
                                                         " ",
                                                         " ",
                                                         "\t",
                                                         ":",
                                                         ": ",
                                                         ":\t",
                                                         "\"",
                                                         "'",
                                                         "(",
                                                         ")",
                                                         ";",
                                                         "La/b;",
                                                         "/",
                                                         "[",
                                                         "]",
                                                         "{",
                                                         "}",
                                                         "\\",
                                                         "\\n",
                                                         "+40)",
                                                         " pc ",
                                                         "~[x]",
                                                         ",",
                                                         "1",
                                                         "12:30",
                                                         "class ",
                                                         "(a ",
                                                         "cast to ",
                                                         " cannot be cast to ",
                                                         "ComponentInfo{",
                                                         "[CIRCULAR REFERENCE:",
                                                         "<init>",
                                                         "int ",
                                                         "[] ",
                                                         " [DEDUPED]",
                                                         ".",
                                                         "-",
                                                         "$",
                                                         "\xc3\xa9",
                                                         "\xc2\xa0",
                                                         "\xff",
                                                         "Suppressed",
                                                         "Caused by: ",
                                                         "a/b/C",
                                                         "\r",
                                                         "(a.b.c(",
                                                         "(S:1)",
                                                         "method"});

}  // namespace

TEST_CASE("a line that passes unread would not have been changed or remembered, whatever the mapping") {
  Any any;
  LineRewriter rewriter({}, any);
  std::mt19937 random(7);
  int plain = 0, others = 0;
  for (int i = 0; i < 400'000; ++i) {
    std::string line;
    for (auto left = random() % 9 + 1; left > 0; --left) line += pieces[random() % pieces.size()];
    if (random() % 3 != 0) line += random() % 8 == 0 ? "\r\n" : "\n";
    if (plain_lines(line) == 0) {
      ++others;
      continue;
    }
    ++plain;
    CAPTURE(line);
    CHECK(plain_lines(line) == line.size());
    rewriter.retracer().forget();
    std::string out;
    CHECK(rewriter.rewrite(line, out));
    CHECK(out == line);
    CHECK_FALSE(rewriter.retracer().remembers());
  }
  CHECK(plain > 20'000);
  CHECK(others > 20'000);
}

TEST_CASE("plain lines end before the first that has a name") {
  CHECK(plain_lines("one\n11-21 W Tag: two words\nI Tag: (it's) 3 %\n") ==
        0);  // the first may be an exception
  CHECK(plain_lines("1 one\n11-21 W Tag: two words\nI Tag: (it's) 3 %\n") == 47);
  CHECK(plain_lines("1 one\n\tat a.b.c(S:1)\n") == 6);
  CHECK(plain_lines("1 one\n2 of class a.b here\n3\n") == 6);
  CHECK(plain_lines("1 one\n2") == 7);
}
