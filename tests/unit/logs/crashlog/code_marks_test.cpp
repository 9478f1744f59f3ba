#include "logs/crashlog/code_marks.h"

#include <string>

#include "doctest/doctest.h"

#include "logs/crashlog/prefix.h"

using namespace symkit::crashlog;

namespace {

// What is left of a line between the marks.
std::string text_of(const std::string& line) {
  const std::size_t end = before_closing_marks(line);
  return line.substr(0, end).substr(text_start(line));
}

}  // namespace

TEST_CASE("marks of code on the lines of a log") {
  for (const char* line :
       {"{noformat}#1 f", "#1 f{noformat}", "{code}#1 f{code}", "{code:title=a.log|borderStyle=solid}#1 f",
        "<pre>#1 f", "#1 f</pre>", "<pre class=\"code\"><code>#1 f</code></pre>", "`#1 f`", "```#1 f",
        "#1 f```  ", "#1 f`"}) {
    CAPTURE(std::string(line));
    CHECK(text_of(line) == "#1 f");
  }
}

TEST_CASE("rows of a table end with a bar") {
  CHECK(before_closing_marks("| #1 f |") == 6);
  CHECK(before_closing_marks("| #1 f   | ") == 8);
  CHECK(before_closing_marks("  | `#1 f` |") == 9);
  CHECK(before_closing_marks("│ #1 f │") == 8);
  CHECK(before_closing_marks("#1 f |") == 6);     // no row
  CHECK(before_closing_marks("|x| f(x)|") == 9);  // tight
  CHECK(before_closing_marks("|") == 1);
}

TEST_CASE("what only looks like such a mark is text") {
  for (const char* line : {"", " ", "{", "<", "{codec}", "{code", "<preface>", "<b>#1 f</b>", "</", "f</>",
                           "{ \"a\": 1}", "x > y"}) {
    CAPTURE(std::string(line));
    CHECK(text_of(line) == line);
  }
  CHECK(opening_marks("`") == 1);
  CHECK(before_closing_marks("```") == 0);
}
