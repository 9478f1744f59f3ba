// rooms: demangle
// Whatever a name looks like, demangling ends soon, within memory, and with some text.
#include "names/demangle/demangle.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view name(reinterpret_cast<const char*>(data), size);
  const std::string plain = symkit::demangle::demangle(name);
  const std::string exact = symkit::demangle::demangle(name, {.as_llvm_symbolizer = true});
  if (!name.empty() && (plain.empty() || exact.empty())) std::abort();
  return 0;
}
