#include "answers/sourcemap/paths.h"

#include <doctest/doctest.h>

#include "answers/sourcemap/comments.h"
#include "answers/sourcemap/load.h"

using namespace symkit::sourcemap;

TEST_CASE("bundlers' schemes and dots go") {
  CHECK(tidied("webpack:///./src/a.js") == "src/a.js");
  CHECK(tidied("webpack:///src/a.vue?9a2b") == "src/a.vue");
  CHECK(tidied("webpack://shop/./src/a.js") == "src/a.js");
  CHECK(tidied("webpack-internal:///./src/a.js") == "src/a.js");
  CHECK(tidied("turbopack:///[project]/app/a.tsx") == "app/a.tsx");
  CHECK(tidied("/@fs/home/me/a.js") == "/home/me/a.js");
  CHECK(tidied("../../../src/a.js") == "src/a.js");
  CHECK(tidied("a/./b/../c.js") == "a/c.js");
  CHECK(tidied("https://x.org/a/../b.js") == "https://x.org/b.js");
  CHECK(tidied("a.js") == "a.js");
  CHECK(tidied("..") == "..");
}

TEST_CASE("webpack's layers go, what is its own stays") {
  CHECK(tidied("webpack://_N_E/(app-pages-browser)/./src/a.js") == "src/a.js");
  CHECK(tidied("webpack-internal:///(rsc)/./src/a.js") == "src/a.js");
  CHECK(tidied("webpack:///(webpack)/buildin/global.js") == "(webpack)/buildin/global.js");
}

TEST_CASE("roots stand before relative names only") {
  CHECK(with_root("/src", "a.js") == "/src/a.js");
  CHECK(with_root("/src/", "a.js") == "/src/a.js");
  CHECK(with_root("/src", "/a.js") == "/a.js");
  CHECK(with_root("/src", "webpack:///a.js") == "webpack:///a.js");
  CHECK(with_root("", "a.js") == "a.js");
}

TEST_CASE("URLs are compared from their ends") {
  CHECK(common_suffix("https://x/js/app.js?v=1", "dist/js/app.js") == 2);
  CHECK(common_suffix("https://x/js/app.js", "dist/app.js") == 1);
  CHECK(common_suffix("https://x/js/app.js", "app.min.js") == 0);
}

TEST_CASE("the last comment counts") {
  const Comments comments =
      read_comments("x;\n//# sourceMappingURL=a.map\n//# debugId=AB-12\ny;\n//# sourceMappingURL=b.map\n");
  CHECK(comments.map_url == "b.map");
  CHECK(comments.debug_id == "ab12");
  CHECK(read_comments("/*# sourceMappingURL=c.map */").map_url == "c.map");
  CHECK(read_comments("var sourceMappingURL=1").map_url == "");
}

TEST_CASE("data URLs") {
  CHECK(*read_data_url("data:application/json;charset=utf-8;base64,eyJhIjoxfQ==") == "{\"a\":1}");
  CHECK(*read_data_url("data:application/json,%7B%22a%22:1%7D") == "{\"a\":1}");
  CHECK_FALSE(read_data_url("data:application/json;base64,!!"));
}
