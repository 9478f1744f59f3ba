#include "ground/base/image_id.h"

#include <array>

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

using symkit::Bytes;

TEST_CASE("a GUID and an age are written as Breakpad and symbol servers write them") {
  const std::array<std::uint8_t, 16> guid{0x3b, 0x4a, 0xd9, 0xe1, 0xe5, 0x49, 0xcc, 0xc7,
                                          0x4c, 0x4c, 0x44, 0x20, 0x50, 0x44, 0x42, 0x2e};
  const auto text = [&](std::uint32_t age) { return ImageId::from_guid(guid, age)->hex(); };
  CHECK(text(1) == "e1d94a3b49e5c7cc4c4c44205044422e1");
  CHECK(text(0) == "e1d94a3b49e5c7cc4c4c44205044422e0");
  CHECK(text(0x10) == "e1d94a3b49e5c7cc4c4c44205044422e10");
  CHECK(text(0x123) == "e1d94a3b49e5c7cc4c4c44205044422e123");
  CHECK(text(0x12345) == "e1d94a3b49e5c7cc4c4c44205044422e12345");
  for (const std::uint32_t age : {0U, 1U, 15U, 16U, 0xabcU, 0x1000U, 0xfffffU, 0x123456U, 0xffffffffU})
    CHECK(ImageId::parse(text(age)) == ImageId::from_guid(guid, age));
  CHECK(ImageId::parse("E1D94A3B-49E5-C7CC-4C4C-44205044422E-1") == ImageId::from_guid(guid, 1));
  CHECK_FALSE(ImageId::from_guid(Bytes(guid).first(15), 1));
  CHECK_FALSE(ImageId::parse("e1d94a3b49e5c7cc4c4c44205044422").has_value());
}
