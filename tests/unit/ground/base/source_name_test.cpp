// What counts as one function of the source, and what only looks like it.
#include "ground/base/source_name.h"

#include "doctest/doctest.h"

using symkit::is_same_in_source;
using symkit::source_name;

TEST_CASE("Kinds of constructors and destructors are one function") {
  CHECK(is_same_in_source("_ZN6MarketC1Ei", "_ZN6MarketC2Ei"));
  CHECK(is_same_in_source("_ZN6MarketD0Ev", "_ZN6MarketD1Ev"));
  CHECK(is_same_in_source("_ZN3BoxIiEC1ERKS0_", "_ZN3BoxIiEC2ERKS0_"));
  CHECK_FALSE(is_same_in_source("_ZN6MarketC1Ei", "_ZN6MarketC1Ej"));
  CHECK_FALSE(is_same_in_source("_ZN6MarketC1Ev", "_ZN6MarketD1Ev"));
}

TEST_CASE("Digits of identifiers, numbers and substitutions are not") {
  CHECK_FALSE(is_same_in_source("_Z2C1v", "_Z2C2v"));
  CHECK_FALSE(is_same_in_source("_ZN4testIiE3fC1Ev", "_ZN4testIiE3fC2Ev"));
  CHECK_FALSE(is_same_in_source("_Z4fillI3TagILi1EEEii", "_Z4fillI3TagILi2EEEii"));
  CHECK_FALSE(is_same_in_source("_Z1fS1_C", "_Z1fS2_C"));
  CHECK_FALSE(is_same_in_source("C1", "C2"));
  CHECK(source_name("plain_C1") == "plain_C1");
}

TEST_CASE("Names that are none are read to their end and no further") {
  for (const std::string_view name :
       {"_Z", "_Z9", "_Z99999999999999999999x", "_ZC", "_ZNS", "_ZLi", "_ZN1", "_ZT_"})
    CHECK(source_name(name).size() == name.size());
}
