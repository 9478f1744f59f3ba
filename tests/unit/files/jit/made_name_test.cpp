// Names that compilers give to the code that they make.
#include "files/jit/made_name.h"

#include <string>
#include <string_view>

#include "doctest/doctest.h"

using namespace symkit;

namespace {

std::string described(std::string_view name) {
  const jit::MadeName made = jit::read_made_name(name);
  return std::string(made.function) + '|' + std::string(made.file);
}

}  // namespace

TEST_CASE("V8's") {
  CHECK(described("JS:*total /srv/till.js:12:3") == "total|/srv/till.js");
  CHECK(described("JS:~Till.serve file:///srv/my till.mjs:1:14") == "Till.serve|/srv/my till.mjs");
  CHECK(described("LazyCompile:^total node:internal/modules/cjs/loader:9:5") ==
        "total|node:internal/modules/cjs/loader");
  CHECK(described("Eval:~ /srv/till.js:1:1") == "<anonymous>|/srv/till.js");
  CHECK(described("Function:+total") == "total|");
  CHECK(described("JS:total of all") == "total of all|");
  CHECK(described("JS:") == "|");
  CHECK(described("Builtin:ArrayMap") == "Builtin:ArrayMap|");
}

TEST_CASE("CPython's") {
  CHECK(described("py::Till.serve:/srv/till.py") == "Till.serve|/srv/till.py");
  CHECK(described("py::<lambda>:<string>") == "<lambda>|<string>");
  CHECK(described("py::total") == "py::total|");
  CHECK(described("py:::") == "py:::|");
}

TEST_CASE("others are as they are") {
  CHECK(described("long Till.total(int)") == "long Till.total(int)|");
  CHECK(described("void [Till] Till.Program::Main(string[])[Tier0]") ==
        "void [Till] Till.Program::Main(string[])[Tier0]|");
  CHECK(described("") == "|");
}
