// rooms: container
// Any bytes at all as the sections of a WebAssembly module.
#include <cstdlib>
#include <vector>

#include "files/container/open.h"
#include "support/touch.h"

using namespace symkit;
using namespace symkit::container;
using test::touch;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The fuzzer need not find the beginning.
  std::vector<std::uint8_t> module{0, 'a', 's', 'm', 1, 0, 0, 0};
  module.insert(module.end(), data, data + size);
  module.shrink_to_fit();
  const auto file = open_bytes(module, "module");
  if (!file) return 0;
  const Image& image = *(*file)->images()[0];
  for (const Section& section : image.sections()) touch(section.data);
  const auto symbols = image.symbols();
  if (!symbols) std::abort();
  for (const Symbol& symbol : *symbols) {
    touch(symbol.name);
    const Section& code = image.sections()[0];
    if (symbol.address.value - code.address.value > code.size) std::abort();
  }
  return 0;
}
