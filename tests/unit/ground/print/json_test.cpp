#include "ground/print/json.h"

#include <limits>

#include "doctest/doctest.h"

using symkit::print::JsonWriter;

namespace {

template <class T>
std::string written(const T& value) {
  std::string out;
  JsonWriter(out).value(value);
  return out;
}

}  // namespace

TEST_CASE("commas stand between members and elements, and nowhere else") {
  std::string out = "> ";
  JsonWriter json(out);
  json.begin_object();
  json.member("a", 1);
  json.key("b");
  json.begin_array();
  json.begin_object();
  json.end_object();
  json.begin_array();
  json.end_array();
  json.value(true);
  json.null();
  json.end_array();
  json.member("c", "d");
  json.end_object();
  CHECK(out == R"(> {"a":1,"b":[{},[],true,null],"c":"d"})");
}

TEST_CASE("numbers") {
  CHECK(written(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(written(-5) == "-5");
  CHECK(written(0.5) == "0.5");
  CHECK(written(std::numeric_limits<double>::infinity()) == "null");
  CHECK(written(false) == "false");
}

TEST_CASE("what a string may not hold is escaped") {
  CHECK(written("a\"b\\c/d") == R"("a\"b\\c/d")");
  CHECK(written("1\n2\r3\t4") == R"("1\n2\r3\t4")");
  CHECK(written(std::string_view("\0\x1b\x7f", 3)) == R"("\u0000\u001b\u007f")");
}

TEST_CASE("UTF-8 stays, what is none becomes U+FFFD") {
  CHECK(written("Привет €😀") == "\"Привет €😀\"");
  CHECK(written("a\xff"
                "b") ==
        "\"a\xef\xbf\xbd"
        "b\"");
  CHECK(written("\xe2\x82") == "\"\xef\xbf\xbd\"");                              // cut off: one
  CHECK(written("\xc0\xaf") == "\"\xef\xbf\xbd\xef\xbf\xbd\"");                  // overlong slash
  CHECK(written("\xed\xa0\x80") == "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");  // surrogate
  CHECK(written("\xf4\x90\x80\x80").size() == 2 + 4 * 3);                        // beyond U+10FFFF
  CHECK(written("\xe2\x82"
                "x") == "\"\xef\xbf\xbdx\"");
}
