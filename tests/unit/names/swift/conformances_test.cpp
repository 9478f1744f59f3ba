// How conformances are written where they stand for themselves, as reflection asks for them.
#include "unit/names/swift/names.h"

using namespace symkit::swift;

TEST_CASE("conformances of a type") {
  check(std::to_array<Name>({
      {"$s4main1SVAA1PHPyHC",
       "concrete protocol conformance main.S to protocol conformance ref (type's module) main.P"},
      {"$s4main1SV3lib1PHpyHC",
       "concrete protocol conformance main.S to protocol conformance ref (protocol's module) lib.P"},
      {"$s4main1SVAA1PHP", "nothing"},
      {"$s4main1SVAA1PHPHC", "nothing"},
  }));
}

TEST_CASE("conformances on conditions") {
  check(std::to_array<Name>({
      {"$s4main1GVyAA1SVGAA1PHPAeA1QHPyHC_HC",
       "concrete protocol conformance main.G<main.S> to protocol conformance ref (type's module) main.P with "
       "conditional requirements: (concrete protocol conformance main.S to protocol conformance ref (type's "
       "module) main.Q)"},
      {"$s4main1GVyAA1SV_QPGAA1PHPAeA1QHPyHC_HX_HC",
       "concrete protocol conformance main.G<Pack{main.S}> to protocol conformance ref (type's module) "
       "main.P "
       "with conditional requirements: (pack protocol conformance (concrete protocol conformance main.S to "
       "protocol conformance ref (type's module) main.Q))"},
      {"$s4main1GVyAA1SVGAA1PHPAeA1QHPyHCHC", "nothing"},  // a list without the mark of its first element
  }));
}

TEST_CASE("conformances that a generic parameter brings") {
  check(std::to_array<Name>({
      {"$sx4main1PHD1_", "dependent root protocol conformance #0 A to main.P"},
      {"$sx4main1PHD4_", "dependent root protocol conformance #3 A to main.P"},
      {"$sx4main1PHD0_", "dependent root protocol conformance A to main.P"},
      {"$sx4main1PHD_", "nothing"},
      {"$sx4main1PHD1_AA1QHI2_",
       "dependent inherited protocol conformance #1 dependent root protocol conformance #0 A to main.P to "
       "main.Q"},
      {"$sx4main1PHD1_SiHO",
       "opaque result conformance dependent root protocol conformance #0 A to main.P of Swift.Int"},
  }));
}
