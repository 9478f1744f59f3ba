#include "common/console.h"

#include <cstdlib>

#include "doctest/doctest.h"

using symkit::tools::ColorChoice;
using symkit::tools::Console;
using symkit::tools::wants_color;

TEST_CASE("what is asked for outright beats NO_COLOR") {
  setenv("NO_COLOR", "1", 1);
  CHECK(wants_color(ColorChoice::Always, 1));
  CHECK_FALSE(wants_color(ColorChoice::Auto, 1));
  unsetenv("NO_COLOR");
  CHECK_FALSE(wants_color(ColorChoice::Never, 1));
  CHECK_FALSE(wants_color(ColorChoice::Auto, -1));
}

TEST_CASE("an error is remembered, a warning is not") {
  Console console("tool", ColorChoice::Never);
  console.warning("just so you know");
  CHECK_FALSE(console.failed());
  console.error({"broken"});
  CHECK(console.failed());
}
