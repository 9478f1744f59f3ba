#include "reports/heap/address_map.h"

#include <doctest/doctest.h>
#include <map>

using symkit::heap::AddressMap;

TEST_CASE("an address map knows what std::map knows, whatever is put in and taken out") {
  AddressMap<int> map;
  std::map<std::uint64_t, int> truth;
  std::uint64_t random = 1;
  for (int i = 0; i < 200'000; ++i) {
    random = random * 6364136223846793005 + 1442695040888963407;
    const std::uint64_t address = (random >> 40 & 0x3fff) * 16 + 16;
    if (random >> 60 < 9) {
      map.put(address, i);
      truth[address] = i;
    } else {
      map.erase(address);
      truth.erase(address);
    }
  }
  CHECK(map.size() == truth.size());
  std::size_t seen = 0;
  map.for_each([&](std::uint64_t address, int value) {
    ++seen;
    CHECK(truth.at(address) == value);
  });
  CHECK(seen == truth.size());
  for (const auto& [address, value] : truth) {
    REQUIRE(map.find(address) != nullptr);
    CHECK(*map.find(address) == value);
  }
  CHECK(map.find(7) == nullptr);
  CHECK(map.find(0) == nullptr);
}
