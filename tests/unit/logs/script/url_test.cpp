#include "logs/script/url.h"

#include "doctest/doctest.h"

using namespace symkit::script;

TEST_CASE("queries, also as React Native writes them for JavaScriptCore") {
  CHECK(without_query("http://h:8081/index.bundle?platform=ios&dev=true") == "http://h:8081/index.bundle");
  CHECK(without_query("http://h:8081/index.bundle//&platform=ios&dev=true") == "http://h:8081/index.bundle");
  CHECK(base_name("http://h:8081/src/lazy.bundle//&platform=ios&path=a/b") == "lazy.bundle");
  CHECK(without_query("http://h/a&b//c.js") == "http://h/a&b//c.js");
  CHECK(without_query("http://h/a&b//&c.js") == "http://h/a&b//&c.js");
}
