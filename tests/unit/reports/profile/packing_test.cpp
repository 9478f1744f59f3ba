// What was unpacked is packed again in the way it came.
#include "reports/profile/packing.h"

#include "doctest/doctest.h"

#include "ground/io/unpacked.h"

using namespace symkit;
using profile::Packing;

TEST_CASE("What is packed is recognised, and unpacks to what it was") {
  const std::string plain = "\x0a\x04\x08\x01\x10\x02" + std::string(100'000, 'a');
  for (const Packing packing : {Packing::Gzip, Packing::Zstd}) {
    std::string packed;
    profile::append_packed(packed, plain, packing);
    CHECK(packed.size() < plain.size() / 10);
    CHECK(profile::packing_of(as_bytes(packed)) == packing);
    io::UnpackBudget budget;
    budget.stored(packed.size());
    const auto unpacked = io::Unpacked::of(as_bytes(packed), budget);
    REQUIRE(unpacked);
    CHECK(as_text(unpacked->bytes()) == plain);
  }
  CHECK(profile::packing_of(as_bytes(plain)) == Packing::None);
  CHECK(profile::packing_of({}) == Packing::None);
}
