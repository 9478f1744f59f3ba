// What units are called that no debug information names.
#include "doctest/doctest.h"

#include "debug/symbols/unit_ranges.h"

using symkit::symbols::go_package_of;

TEST_CASE("the package of a Go function") {
  CHECK(go_package_of("main.main") == "main");
  CHECK(go_package_of("net/http.(*Client).Do") == "net/http");
  CHECK(go_package_of("gopkg.in/yaml%2ev3.Unmarshal") == "gopkg.in/yaml%2ev3");
  CHECK(go_package_of("slices.SortFunc[go.shape.[]example.com/shop.Item,go.shape.int]") == "slices");
  CHECK(go_package_of("example.com/shop.init.0") == "example.com/shop");
  CHECK(go_package_of("memeqbody") == "");  // of no package, as assembly is
  CHECK(go_package_of("") == "");
}
