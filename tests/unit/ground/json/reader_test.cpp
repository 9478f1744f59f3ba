#include "ground/json/reader.h"

#include <doctest/doctest.h>
#include <string>

using namespace symkit;
using json::RawString;
using json::Reader;

namespace {

std::string error_of(std::string_view text) {
  Reader reader(text);
  reader.skip();
  reader.expect_end();
  return reader.failed() ? reader.error().message : "";
}

std::string unescaped(std::string_view text) { return Reader(text).string().text(); }

}  // namespace

TEST_CASE("values are stepped over whatever they are") {
  CHECK(error_of(R"( {"a": [1, -2.5e3, true, false, null, "x\"y", {}, []]} )") == "");
}

TEST_CASE("what is no JSON is refused with the byte at which it goes wrong") {
  CHECK(error_of("{\"a\": }") == "a value is missing at byte 6");
  CHECK(error_of("[1 2]") == "a comma or a closing bracket is missing at byte 3");
  CHECK(error_of("[1, 2") == "the text ends too soon at byte 5");
  CHECK(error_of("\"abc") == "a string without an end at byte 0");
  CHECK(error_of("\"a\\x\"") == "a broken escape in a string at byte 2");
  CHECK(error_of("\"a\nb\"") == "a control character in a string at byte 2");
  CHECK(error_of("[01]") == "a broken number at byte 1");
  CHECK(error_of("{} {}") == "something follows the end of the text at byte 3");
  CHECK(error_of("nul") == "an unknown word at byte 0");
}

TEST_CASE("nesting without end is an error, not the end of the stack") {
  CHECK(error_of(std::string(1'000'000, '[')).starts_with("nested deeper"));
}

TEST_CASE("escapes become characters, pairs of surrogates one, lone ones U+FFFD") {
  CHECK(unescaped(R"("a\n\t\"\\\/")") == "a\n\t\"\\/");
  CHECK(unescaped(R"("\u00e9\u20ac\ud83d\ude00")") == "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  CHECK(unescaped(R"("\ud83dx\ude00")") == "\xef\xbf\xbdx\xef\xbf\xbd");
}

TEST_CASE("members that are not read are stepped over") {
  Reader reader(R"({"skip": {"deep": [1, {"b": 2}]}, "take": "it", "last": 3})");
  std::string taken;
  int members = 0;
  reader.object([&](std::string_view key, Reader::Kind) {
    ++members;
    if (key == "take") taken = reader.string().text();
  });
  CHECK_FALSE(reader.failed());
  CHECK(members == 3);
  CHECK(taken == "it");
}
