// rooms: demangle
// Rust's v0 names.
#include "support/fuzz_demangle.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  symkit::fuzz::demangle_behind({"_R"}, data, size);
  return 0;
}
