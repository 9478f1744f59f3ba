// Numbers by places in images, however many.
#include "reports/profile/address_table.h"

#include "doctest/doctest.h"

using namespace symkit;
using profile::ImageAddress;
using profile::PlaceTable;

TEST_CASE("Each place keeps the number that it got first") {
  PlaceTable table;
  CHECK(table.find({.image = 1, .at = 0x1000}) == PlaceTable::none);
  constexpr std::uint32_t many = 20'000;
  const auto place = [](std::uint32_t number) {
    const auto address_of = number % 2 == 0 ? AddressOf::Call : AddressOf::Return;
    return ImageAddress{.image = number / 2 % 7, .address_of = address_of, .at = number / 14 * 0x1000};
  };
  for (std::uint32_t i = 0; i < many; ++i) REQUIRE(table.add(place(i), i));
  for (std::uint32_t i = 0; i < many; ++i) {
    REQUIRE(table.find(place(i)) == i);
    REQUIRE_FALSE(table.add(place(i), i + 1));
  }
  CHECK(table.find({.image = 7, .at = 0}) == PlaceTable::none);
  CHECK(table.find({.image = 0, .address_of = AddressOf::Stack, .at = 0}) == PlaceTable::none);
}
