// Texts that stand escaped in a line: what they say, and what becomes of the line when they change.
#include "logs/crashlog/escaped_text.h"

#include "doctest/doctest.h"

using namespace symkit;

namespace {

std::string meant(std::string_view raw, unsigned times) {
  return crashlog::Unescaped(raw, Nesting{.times = times}).text();
}

std::string changed(std::string_view raw, const Nesting& nesting, std::string_view text) {
  std::string out;
  crashlog::append_changed(out, raw, nesting, text);
  return out;
}

}  // namespace

TEST_CASE("escapes are read as often as they were written") {
  CHECK(meant(R"(a\tb\"\\\/\u003c)", 1) == "a\tb\"\\/<");
  CHECK(meant(R"(a\\tb\\\"\\u003c)", 2) == "a\tb\"<");
  CHECK(meant(R"(\ud83d\ude00 \ud83d \ude00 \u00e9 \uzzzz \x)", 1) ==
        "\U0001f600 \ufffd \ufffd é \\uzzzz \\x");
  CHECK(meant("\\", 1) == "\\");
}

TEST_CASE("only what has changed is written anew") {
  const Nesting once{.times = 1};
  CHECK(changed(R"(#0 \/x\u002f y)", once, "#0 /x/ z") == R"(#0 \/x\u002f z)");
  CHECK(changed(R"(a \"b\")", once, "a \"c\\\"") == R"(a \"c\\\")");
  CHECK(changed(R"(a\\tb)", Nesting{.times = 2}, "a\tb\n\"") == R"(a\\tb\\n\\\")");
  CHECK(changed("é", once, "è") == "è");
  CHECK(changed("a", Nesting{}, "b\n") == "b\n");
}

TEST_CASE("angles are hidden where they were") {
  CHECK(changed(R"(\u003ca\u003e)", Nesting{.times = 1, .hides_angles = true}, "<b>") == R"(\u003cb\u003e)");
}

TEST_CASE("further lines of an element are further elements") {
  CHECK(changed("#0 x", Nesting{.times = 1, .is_element = true}, "#0 y\n#0 \"z\"") == R"(#0 y","#0 \"z\")");
  CHECK(changed("#0 x", Nesting{.times = 2, .is_element = true}, "#0 y\n#0 x") == R"(#0 y\",\"#0 x)");
}

TEST_CASE("only control characters are escaped in octal") {
  const Nesting nesting{.times = 1, .octal_mark = '#'};
  CHECK(crashlog::Unescaped("a#011b\\n#019#012", nesting).text() == "a\tb\\n#019\n");
  std::string out;
  crashlog::append_changed(out, "#011b#012", nesting, "\tb (in c)\n");
  CHECK(out == "#011b (in c)#012");
}
