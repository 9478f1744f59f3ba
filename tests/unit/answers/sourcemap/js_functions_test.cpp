#include "answers/sourcemap/js_functions.h"

#include <doctest/doctest.h>
#include <string>

using namespace symkit;
using sourcemap::JsFunctions;

namespace {

// The name of the function in which the text has "HERE".
std::string at_mark(const std::string& text) {
  const JsFunctions functions = JsFunctions::scan(text);
  const std::size_t mark = text.find("HERE");
  sourcemap::Position position;
  for (std::size_t i = 0; i < mark; ++i)
    if (text[i] == '\n')
      position = {position.line + 1, 0};
    else
      ++position.column;
  const auto* function = functions.find(position);
  if (function == nullptr) return "top";
  std::string name;
  for (const auto& token : functions.names_of(*function))
    name += (name.empty() ? "" : ".") + std::string(token.text);
  return name.empty() ? "anonymous" : name;
}

}  // namespace

TEST_CASE("functions and what they are called") {
  CHECK(at_mark("HERE; function f() {}") == "top");
  CHECK(at_mark("function f() { HERE }") == "f");
  CHECK(at_mark("function f() {} HERE") == "top");
  CHECK(at_mark("async function* f(a, b = {}) { HERE }") == "f");
  CHECK(at_mark("var f = function () { HERE }") == "f");
  CHECK(at_mark("var f = function g() { HERE }") == "g");
  CHECK(at_mark("const f = (a, { b }) => { HERE }") == "f");
  CHECK(at_mark("const f = async a => HERE") == "f");
  CHECK(at_mark("const f = a => a + 1; HERE") == "top");
  CHECK(at_mark("a.b.prototype.c = function () { HERE }") == "a.b.c");
  CHECK(at_mark("list.map(x => HERE)") == "anonymous");
  CHECK(at_mark("list.map(x => x + 1, HERE)") == "top");
  CHECK(at_mark("f(function () { g(() => { HERE }) })") == "anonymous");
}

TEST_CASE("classes and objects") {
  CHECK(at_mark("class A { m() { HERE } }") == "A.m");
  CHECK(at_mark("class A extends B(class {}) { static async *m() { HERE } }") == "A.m");
  CHECK(at_mark("class A { get x() { HERE } }") == "A.x");
  CHECK(at_mark("class A { #p() { HERE } }") == "A.#p");
  CHECK(at_mark("const A = class { constructor() { HERE } }") == "A.constructor");
  CHECK(at_mark("class A { f = () => { HERE } }") == "A.f");
  CHECK(at_mark("class A { a = g(1)\n m() { HERE } }") == "A.m");
  CHECK(at_mark("class A { if() { HERE } }") == "A.if");
  CHECK(at_mark("x = { m() { HERE } }") == "m");
  CHECK(at_mark("x = { 'm-n': function () { HERE } }") == "m-n");
  CHECK(at_mark("x = { m: a => HERE }") == "m");
  CHECK(at_mark("x = { ...g({ a: 1 }), m() { HERE } }") == "m");
  CHECK(at_mark("x = { [g()]() { HERE } }") == "anonymous");
  CHECK(at_mark("if (a) { HERE }") == "top");
  CHECK(at_mark("function f() { while (g()) { HERE } }") == "f");
}

TEST_CASE("names as V8 infers them") {
  CHECK(at_mark("const beepBoop = function namedFnExpr() { HERE }") == "namedFnExpr");
  CHECK(at_mark("let a; a ||= () => { HERE }") == "a");
  CHECK(at_mark("const a = b ? null : (() => { HERE })") == "a");
  CHECK(at_mark("const a = [() => { HERE }]") == "a");
  CHECK(at_mark("const a = { list: [() => { HERE }] }") == "a.list");
  CHECK(at_mark("a['b'] = function () { HERE }") == "a.b");
  CHECK(at_mark("a[b] = function () { HERE }") == "a.<computed>");
  CHECK(at_mark("const a = b.c = function () { HERE }") == "b.c");
  CHECK(at_mark("const a = f(() => { HERE })") == "anonymous");
  CHECK(at_mark("const a = (function () { HERE })()") == "anonymous");
  CHECK(at_mark("const a = function () { HERE }\nf()") == "a");
  CHECK(at_mark("const { a = () => { HERE } } = {}") == "a");
  CHECK(at_mark("function f(a = () => { HERE }) {}") == "a");
  CHECK(at_mark("export default function () { HERE }") == "default");
  CHECK(at_mark("class A { constructor() { this.b = () => { HERE } } }") == "A.b");
  CHECK(at_mark("function a() { this.b = () => { HERE } }") == "b");
}

TEST_CASE("what the engine makes of a class") {
  CHECK(at_mark("class A { b = HERE; }") == "<instance_members_initializer>");
  CHECK(at_mark("class A { static b = HERE; }") == "<static_initializer>");
  CHECK(at_mark("class A { static { HERE } }") == "<static_initializer>");
  CHECK(at_mark("class A { b = class C { m() { HERE } } }") == "C.m");
  CHECK(at_mark("class A { [Symbol.iterator]() { HERE } }") == "A.[Symbol.iterator]");
  CHECK(at_mark("class A { m(): Promise<{ a: string }> { HERE } }") == "A.m");
}

TEST_CASE("strings, templates, regular expressions and comments do not count") {
  CHECK(at_mark("function f() { '}'; \"}\"; HERE }") == "f");
  CHECK(at_mark("function f() { `}${ `}${ 1 }` }}`; HERE }") == "f");
  CHECK(at_mark("function f() { `${ list.map(x => `${ x }`) }`; HERE }") == "f");
  CHECK(at_mark("function f() { /[}/]}/.test(x); HERE }") == "f");
  CHECK(at_mark("function f() { return /}/.test(x), HERE }") == "f");
  CHECK(at_mark("function f() { a / b; '}' / c; HERE }") == "f");
  CHECK(at_mark("function f() { if (a) /}/.exec(b); HERE }") == "f");
  CHECK(at_mark("function f() { x = {} / 2; HERE }") == "f");
  CHECK(at_mark("function f() { // }\n /* } */ HERE }") == "f");
  CHECK(at_mark("function f() { a\n++b\n/c/d; HERE }") == "f");
}

TEST_CASE("columns count UTF-16 units") {
  const std::string text = "/*\xf0\x9f\x98\x80\xe2\x82\xac*/function f(){}";
  const JsFunctions functions = JsFunctions::scan(text);
  REQUIRE(functions.all().size() == 1);
  CHECK(functions.all()[0].begin == sourcemap::Position{0, 7});
}

TEST_CASE("what is no JavaScript is scanned without harm") {
  for (const std::string& text :
       {std::string("}}}))]]"), std::string("((({{{[[["), std::string("`${`${`${"),
        std::string("class {class {class"), std::string("=>=>=>{"), std::string("'\\"),
        std::string("function function("), std::string(100'000, '{')})
    CHECK(JsFunctions::scan(text).all().size() < 10);
}

TEST_CASE("where the last position was found changes no answer") {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "x;function f(){(()=>{function g(){a}b})();c}\n";
  const JsFunctions functions = JsFunctions::scan(text);
  constexpr unsigned lines = 21, columns = 46, all = lines * columns;
  const auto position = [](unsigned number) {
    return sourcemap::Position{number / columns, number % columns};
  };
  // Upwards, downwards, and all over.
  for (const unsigned step : {1U, all - 1, 389U}) {
    std::size_t behind = 0;
    for (unsigned i = 0, number = 0; i < all; ++i, number = (number + step) % all)
      REQUIRE(functions.find(position(number), behind) == functions.find(position(number)));
  }
  std::size_t beyond = 1000;  // of another file
  CHECK(functions.find({0, 40}, beyond) == functions.find({0, 40}));
}
