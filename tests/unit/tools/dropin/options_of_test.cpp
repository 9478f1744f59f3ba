#include "dropin/options_of.h"

#include <doctest/doctest.h>

#include "support/scratch.h"

using namespace symkit::dropin;

namespace {

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("a response file stands for its words, which may be quoted") {
  const symkit::test::Scratch scratch;
  const std::string inner = scratch.write("inner", "c 'd e'\n");
  const std::string outer = scratch.write("outer", "\"b \\\" x\" @" + inner);
  CHECK(with_response_files({"a", "@" + outer, "f"}) == Words{"a", "b \" x", "c", "d e", "f"});
  CHECK(with_response_files({"@", "@nothing-of-this-name"}) == Words{"@", "@nothing-of-this-name"});
}

TEST_CASE("a response file that names itself, a folder and a file without an end are refused") {
  const symkit::test::Scratch scratch;
  const std::string self = "@" + (scratch / "self");
  std::string ten;
  for (int i = 0; i < 10; ++i) ten += self + " ";
  scratch.write("self", ten);
  const auto named_itself = with_response_files({self});
  REQUIRE(!named_itself);
  CHECK(named_itself.error().message.contains("does the file name itself?"));
  const auto folder = with_response_files({"@/"});
  REQUIRE(!folder);
  CHECK(folder.error().message == "@/: Is a directory");
  const auto endless = with_response_files({"@/dev/zero"});
  REQUIRE(!endless);
  CHECK(endless.error().message.contains("more than 16 MB"));
}
