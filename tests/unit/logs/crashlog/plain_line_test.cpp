#include "logs/crashlog/plain_line.h"

#include <string>

#include "doctest/doctest.h"

using symkit::Span;
using symkit::crashlog::PlainLine;

TEST_CASE("a line loses its end and its colours") {
  PlainLine line;
  line.take("plain\r\n");
  CHECK(line.text() == "plain");
  line.take("\x1b[31m#0 \x1b[1;34m0x12\x1b[0m in \x1b]8;;file://x\x1b\\main\x1b]8;;\x1b\\\n");
  CHECK(line.text() == "#0 0x12 in main");
  line.take("\x1b[0m\x1b[m\n");
  CHECK(line.text().empty());
}

TEST_CASE("what only begins like an escape sequence is text") {
  PlainLine line;
  for (const char* text :
       {"\x1b", "a\x1b[", "a\x1b[12", "a\x1b]8;;x", "a\x1b]8;;x\x1b", "\x1b(B", "\x1b[\x01m"}) {
    line.take(text);
    CHECK(line.text() == text);
  }
}

TEST_CASE("places are found again in the coloured line") {
  const std::string raw = "\x1b[31m#0 \x1b[34m0x12\x1b[0m rest\x1b[0m\n";
  PlainLine line;
  line.take(raw);
  REQUIRE(line.text() == "#0 0x12 rest");
  const Span address = line.in_raw({3, 7});
  CHECK(raw.substr(address.begin, address.end - address.begin) == "0x12");
  const Span rest = line.in_raw({7, 12});
  CHECK(raw.substr(rest.begin, rest.end - rest.begin) == " rest");
  std::string colours;
  line.append_colours(line.in_raw({0, 12}), colours);
  CHECK(colours == "\x1b[34m\x1b[0m");
}

TEST_CASE("a number's 0X is read as 0x, in its place; other letters stay") {
  PlainLine line;
  line.take("#0 0X7F12AB (/opt/0X1/A0XF +0X1a)\n");
  CHECK(line.text() == "#0 0x7F12AB (/opt/0X1/A0XF +0x1a)");
  line.take("\x1b[31m0X12\x1b[0m (0XFF) 0XG 0X");
  CHECK(line.text() == "0x12 (0xFF) 0XG 0X");
  const Span address = line.in_raw({0, 4});
  CHECK(address.begin == 5);
  CHECK(address.end == 9);
}
