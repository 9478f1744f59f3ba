#include "answers/sourcemap/original_text.h"

#include <doctest/doctest.h>
#include <string>

#include "ground/base/words.h"

using namespace symkit;
using sourcemap::JsFunctions;
using sourcemap::OriginalText;
using sourcemap::Position;

namespace {

std::string name_at(const JsFunctions& functions, Position position) {
  const sourcemap::JsFunction* found = functions.find(position);
  return found == nullptr ? "" : std::string(functions.names_of(*found).back().text);
}

}  // namespace

TEST_CASE("a place of a large source is named by its beginning, another one by all of it") {
  std::string text = "const all = () => {\n";
  for (int i = 1; i < 10'000; ++i) text += say("function f", i, "(a) { return a }\n");
  text += "}\n";
  const OriginalText original(text);
  const JsFunctions whole = JsFunctions::scan(text);
  const JsFunctions& first = original.functions_near({3, 18});
  CHECK(first.all().size() < 3000);
  for (const Position position : {Position{3, 18}, {2, 0}, {2500, 18}, {9'999, 18}, {3, 18}, {10'000, 0}}) {
    CAPTURE(position.line);
    CHECK(name_at(original.functions_near(position), position) == name_at(whole, position));
  }
  CHECK(name_at(whole, {3, 18}) == "f3");
  CHECK(original.functions_near({3, 18}).all().size() == whole.all().size());
}

TEST_CASE("a small source is scanned as a whole") {
  const OriginalText original("function f() {\n  g(function h() {});\n}\n");
  CHECK(name_at(original.functions_near({1, 2}), {1, 2}) == "f");
  CHECK(original.functions_near({1, 2}).all().size() == 2);
}
