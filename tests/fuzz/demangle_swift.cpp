// rooms: demangle
// Swift: the manglings since 4, those with labels in types, and the old one.
#include "support/fuzz_demangle.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  symkit::fuzz::demangle_behind({"$s", "_T0", "_T", "@__swiftmacro_"}, data, size);
  return 0;
}
