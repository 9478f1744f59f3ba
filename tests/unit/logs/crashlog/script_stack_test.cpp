#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("JavaScript: Chrome's and Node's frames") {
  CHECK(read_names({"    at total (https://shop.example/basket.js:18:14)"}) ==
        "named total at https://shop.example/basket.js:18:14");
  CHECK(read_names({"    at Basket.total (src/basket.js:18:14)"}) ==
        "named Basket.total at src/basket.js:18:14");
  CHECK(read_names({"    at Module._compile (node:internal/modules/cjs/loader:1256:14)"}) ==
        "named Module._compile at node:internal/modules/cjs/loader:1256:14");
  CHECK(read_names({"    at async file:///srv/till.mjs:12:3"}) == "named at file:///srv/till.mjs:12:3");
  CHECK(read_names({"    at f (address at unknown:1:11939)"}) == "named f at unknown:1:11939");
  CHECK(read_names({"    at map (<anonymous>)"}) == "nothing");
  CHECK(read_names({"    at noon (see 12:30:15)"}) == "nothing");
}

TEST_CASE("JavaScript: frames of Firefox, Safari and React Native") {
  CHECK(read_names({"total@https://shop.example/basket.js:18:14"}) ==
        "named total at https://shop.example/basket.js:18:14");
  CHECK(read_names({"value@index.android.bundle:12:345"}) == "named value at index.android.bundle:12:345");
  CHECK(read_names({"f@[native code]"}) == "nothing");
  CHECK(read_names({"value@12:345"}) == "nothing");
  CHECK(read_names({"ssh me@host.example.com:22"}) == "nothing");
}

TEST_CASE("JavaScript: a line with several frames, a place alone") {
  CHECK(read_names({"at a (u.js:1:2) at b (u.js:3:4)"}) == "nothing");
  CHECK(read_names({"https://shop.example/basket.js:18:14"}) == "nothing");
  // The place is not that of the frame before.
  CHECK(read_names({"    at f (a.js:1:2)", "    at a.js:3:4"}) == "named at a.js:3:4");
}
