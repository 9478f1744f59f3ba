// rooms: demangle
// C++ by Itanium's rules, and Rust's legacy names, which wear them.
#include "support/fuzz_demangle.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  symkit::fuzz::demangle_behind({"_Z", "___Z"}, data, size);
  return 0;
}
