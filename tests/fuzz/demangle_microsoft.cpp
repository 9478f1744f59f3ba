// rooms: demangle
// C++ by Microsoft's rules.
#include "support/fuzz_demangle.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  symkit::fuzz::demangle_behind({"?"}, data, size);
  return 0;
}
