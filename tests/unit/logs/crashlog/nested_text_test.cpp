// Lines that hold texts: which parts are lines of a text, how often they are escaped, and what only looks so.
#include "logs/crashlog/nested_text.h"

#include <string>
#include <vector>

#include "doctest/doctest.h"

using namespace symkit;
using crashlog::NestedPart;
using crashlog::NestedText;

namespace {

using Texts = std::vector<std::string>;

// "1 text" for each line of a text, an element with a comma behind the number; and all parts are the line.
Texts texts_of(std::string_view line) {
  NestedText nested(line);
  NestedPart part;
  Texts texts;
  std::string all;
  while (nested.next(part)) {
    all += part.text;
    if (!part.is_text()) continue;
    const std::string_view content = part.text.substr(0, part.text.size() - part.line_end.size());
    texts.push_back(std::to_string(part.nesting.times) + (part.nesting.is_element ? ", " : " ") +
                    std::string(content));
  }
  CHECK(all == line);
  return texts;
}

}  // namespace

TEST_CASE("strings of a line, and their lines") {
  CHECK(texts_of(R"({"m":"a\n#0 b\n","n":1})") == Texts{"1 m", "1 a", "1 #0 b", "1 n"});
  CHECK(texts_of("{\"m\": \"a\\r\\nb\"}\r\n") == Texts{"1 m", "1 a", "1 b"});
  CHECK(texts_of(R"(12:00 app {"m":"a"})") == Texts{"1 m", "1 a"});
  CHECK(texts_of(R"(  "stack": "a\nb",)") == Texts{"1 stack", "1 a", "1 b"});
  CHECK(texts_of(R"(level=error stack="a\nb" x=1)") == Texts{"1 a", "1 b"});
}

TEST_CASE("JSON in a string is read as deep as it goes") {
  CHECK(texts_of(R"({"l":"{\"m\":\"a\\nb\"}\n"})") == Texts{"1 l", "2 m", "2 a", "2 b"});
  CHECK(texts_of(R"({"a":"{\"b\":\"{\\\"c\\\":\\\"x\\\\ny\\\"}\"}"})") ==
        Texts{"1 a", "2 b", "3 c", "3 x", "3 y"});
}

TEST_CASE("quotation marks in a text are of the text") {
  CHECK(texts_of(R"({"m":"say \"hi\": \"you\"\nb"})") == Texts{"1 m", R"(1 say \"hi\": \"you\")", "1 b"});
  CHECK(texts_of(R"(a "b\nc" d)").empty());
}

TEST_CASE("a backslash and an n are a line end where they are meant so") {
  CHECK(texts_of(R"({"p":"C:\\new\\bin"})") == Texts{"1 p", R"(1 C:\\new\\bin)"});
  CHECK(texts_of(R"-({"s":"x\\n\\tat a.b(C:1)"})-") == Texts{"1 s", "2 x", R"-(2 \\tat a.b(C:1))-"});
  CHECK(texts_of(R"-(E x: y\n\tat a.b(C:1)' z)-") == Texts{"1 E x: y", R"-(1 \tat a.b(C:1))-"});
  CHECK(texts_of(R"-(C:\new\at home)-").empty());
}

TEST_CASE("elements of an array are told from members and their names") {
  CHECK(texts_of(R"({"s":["a", "b"],"t":"c"})") == Texts{"1 s", "1, a", "1, b", "1 t", "1 c"});
  CHECK(texts_of(R"(    "#0 a",)") == Texts{"1, #0 a"});
}

TEST_CASE("what is broken is cut all the same") {
  CHECK(texts_of(R"({"m":"a\nb)") == Texts{"1 m", "1 a", "1 b"});
  CHECK(texts_of(R"({"m":"a \"b\nc"})") == Texts{"1 m", R"(1 a \"b)", "1 c"});
  texts_of(std::string(10'000, '\\') + "n\"");
  texts_of(std::string(10'000, '"'));
}

TEST_CASE("most lines are told not to be worth it") {
  CHECK_FALSE(crashlog::may_hold_texts("a line of text, \"quoted\"", 0));
  CHECK_FALSE(crashlog::may_hold_texts("[  12.3] x {y}", 0));
  CHECK_FALSE(crashlog::may_hold_texts("{{{bt:0:0x12}}}", 0));
  CHECK(crashlog::may_hold_texts("12:00:00 {\"a\"", 9));
  CHECK(crashlog::may_hold_texts("x a\\nb", 0));
}

TEST_CASE("strings are found without cutting the line") {
  Texts found;
  const std::string_view line =
      R"({"time":"x","msg": "build_id: 'y'","n":1,"long":"a text of more than sixteen"})";
  crashlog::any_string(line, [&](std::string_view from) {
    found.emplace_back(from.substr(0, from.find('"')));
    return false;
  });
  CHECK(found == Texts{"x", "build_id: 'y'", "a text of more than sixteen"});
}

TEST_CASE("syslog's octal line ends make lines of a line that is not JSON") {
  CHECK(texts_of("host app[7]: a#012#011b \"c\\d\"#012\n") == Texts{"1 host app[7]: a", "1 #011b \"c\\d\""});
  CHECK(texts_of("a\\012b") == Texts{"1 a", "1 b"});
  CHECK(texts_of(R"({"m":"a#012b"})") == Texts{"1 m", "1 a#012b"});
  CHECK(texts_of("issue #12").empty());
}
