#include "logs/crashlog/line_filter.h"

#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

using symkit::crashlog::LineFilter;

TEST_CASE("a mark is seen wherever it stands") {
  LineFilter filter;
  filter.add_mark("0x");
  filter.add_mark("pc ");
  filter.prepare();
  for (std::size_t size = 3; size < 70; ++size)
    for (std::size_t at = 0; at + 3 <= size; ++at)
      for (const std::string_view mark : {"0x", "pc "}) {
        std::string line(size, '-');
        line.replace(at, mark.size(), mark);
        CHECK(filter.has_mark(line));
      }
}

TEST_CASE("halves of marks are none") {
  LineFilter filter;
  filter.add_mark("0x");
  filter.prepare();
  for (const char* line : {"", "0", "x", "x0", "0 x", "000000000000000000000000000000000000",
                           "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "---------------0-x--------------"})
    CHECK_FALSE(filter.has_mark(line));
}

TEST_CASE("headings are known behind blanks") {
  LineFilter filter;
  filter.add_heading("Thread ");
  filter.add_heading("pid: ");
  CHECK(filter.is_heading("Thread 0 Crashed:"));
  CHECK(filter.is_heading("   pid: 12"));
  CHECK_FALSE(filter.is_heading("Three"));
  CHECK_FALSE(filter.is_heading("x pid: 12"));
  CHECK_FALSE(filter.is_heading("   "));
}

TEST_CASE("lines before the first of interest are plain") {
  LineFilter filter;
  filter.add_mark("0x");
  filter.add_heading("Thread ");
  filter.prepare();
  const auto plain_in = [&](const std::string& text) {
    return filter.plain_lines(text, [&](std::string_view line) { return filter.is_heading(line); });
  };
  const std::string plain = "one\n\n  two Thread \n{ \"a\": [\nif (x) {\n[ 1 ]\n\x1b no colour\n";
  CHECK(plain_in(plain) == plain.size());
  CHECK(plain_in(plain + "no end") == plain.size());
  CHECK(plain_in("no end") == 0);
  CHECK(plain_in("") == 0);
  for (const char* line : {"at 0x12\n", "0x", "Thread 1\n", "  Thread 1:\n", "{\"usedImages\":[]}\n",
                           "{\"bug_type\":\"309\"}\n", "0\x1b[1mx\n"})
    CHECK_MESSAGE(plain_in(plain + line + plain) == plain.size(), line);
}

TEST_CASE("a bracket that may be all of its line is asked about, and each line once") {
  LineFilter filter;
  filter.add_heading("==");
  filter.prepare();
  std::vector<std::string> asked;
  const auto ask = [&](std::string_view line) {
    asked.emplace_back(line);
    return false;
  };
  const std::string text = "{\nx {\n [ \r\n[{\n{\t \n{ a }\n[]\n" + std::string(100'000, '=') + "\n";
  CHECK(filter.plain_lines(text, ask) == text.size());
  REQUIRE(asked.size() == 6);
  CHECK(asked[0] == "{\n");
  CHECK(asked[2] == " [ \r\n");
  CHECK(asked[4] == "{\t \n");
  CHECK(asked[5].size() == 100'001);
}

TEST_CASE("a line is for those whose mark or heading it has") {
  LineFilter filter;
  filter.add_mark("0x", 1);
  filter.add_mark("0x", 100);
  filter.add_mark("pc ", 2);
  filter.add_heading("Thread ", 3);
  filter.prepare();
  const auto takers_of = [&](std::string_view line) {
    std::vector<std::size_t> all;
    const auto takers = filter.interest_in(line).takers;
    for (std::size_t one = takers.next(0); one < takers.most; one = takers.next(one + 1)) all.push_back(one);
    return all;
  };
  using Numbers = std::vector<std::size_t>;
  CHECK(takers_of("nothing") == Numbers{});
  CHECK(takers_of("at 0x12") == Numbers{1, 100});
  CHECK(takers_of("Thread 1 0x12 pc 0x13") == Numbers{1, 2, 3, 100});
  CHECK(takers_of("  Thread 1") == Numbers{3});
  CHECK(takers_of("of Thread 1") == Numbers{});
  // A document's mark is nobody's.
  CHECK(takers_of("{\"usedImages\":[]}") == Numbers{});
  CHECK(filter.interest_in("{\"usedImages\":[]}").any());
  CHECK_FALSE(filter.interest_in("nothing").any());
}
