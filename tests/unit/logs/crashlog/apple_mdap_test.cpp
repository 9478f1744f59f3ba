// The grammar's corners of frames that carry their image.
#include "doctest/doctest.h"

#include "apple_log.h"

using namespace symkit;
using namespace symkit::test::apple;

TEST_CASE("frames of mobile monitoring carry their image") {
  const auto read = [](const std::string& line) { return Log({"stack:", line}).frames; };
  const std::string id = "[82d13d98-219e-3040-b62a-07a297007a7c]";
  const auto plain = read("Shop 0x00000001022364bc 0x102230000 + 25788 " + id);
  REQUIRE(plain.size() == 1);
  CHECK(plain[0].id == uuid);
  CHECK(plain[0].image == "Shop");
  CHECK(plain[0].replaced == " 0x102230000 + 25788 " + id);
  CHECK(plain[0].address_of == AddressOf::Instruction);
  CHECK_FALSE(plain[0].number);
  CHECK(read("3\tMy Shop\t0x1022364bc 0x102230000 + 25788 " + id).at(0).number == 3);
  CHECK(read("3\tMy Shop\t0x1022364bc 0x102230000 + 25788 " + id).at(0).image == "My Shop");
  CHECK(read("7zip 0x1022364bc 0x102230000 + 25788 " + id).at(0).image == "7zip");
  CHECK(read("Shop 0x1022364bc 0x102230000 + 25788 [not an id that anybody has, really]").empty());
  CHECK(read("0x1022364bc 0x102230000 + 25788 " + id).empty());
}
