#include "base/image_id.h"

#include "doctest/doctest.h"

using symkit::ImageId;

TEST_CASE("an id is read with and without dashes, in either case") {
  const auto dashed = ImageId::parse("C061EE83-B61D-3352-8EE5-655491DB1D16");
  const auto plain = ImageId::parse("c061ee83b61d33528ee5655491db1d16");
  REQUIRE(dashed);
  REQUIRE(plain);
  CHECK(*dashed == *plain);
  CHECK(dashed->hex() == "c061ee83b61d33528ee5655491db1d16");
  CHECK(plain->uuid() == "C061EE83-B61D-3352-8EE5-655491DB1D16");
}

TEST_CASE("what is no id is refused") {
  CHECK_FALSE(ImageId::parse(""));
  CHECK_FALSE(ImageId::parse("----"));
  CHECK_FALSE(ImageId::parse("abc"));
  CHECK_FALSE(ImageId::parse("zz"));
  CHECK_FALSE(ImageId::parse(std::string(66, 'a')));
  CHECK(ImageId::parse(std::string(64, 'a')));
}

TEST_CASE("a build id of 20 bytes keeps its plain form") {
  const auto id = ImageId::parse("77e6f9ea7bad92cd845bdfb83dcb29d900112233");
  REQUIRE(id);
  CHECK(id->uuid() == id->hex());
}
