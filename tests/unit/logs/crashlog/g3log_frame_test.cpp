// The corners of g3log's frames without an image.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("g3log") {
  CHECK(read_names({"122     0x7f19b3d5083f abort + 223"}) == "named #122 abort");
  for (const std::string_view line :
       {"122     0x7f19 abort + 223", "122 abort + 223", "0x7f19b3d5083f abort + 223",
        "1220 0x7f19b3d5083f abort + 2", "1 0x7f19b3d5083f abort + 2 x", "1 0x7f19b3d5083f abort() + 2"}) {
    CAPTURE(line);
    CHECK(read_names({line}) == "nothing");
  }
}
