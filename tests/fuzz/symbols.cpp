// rooms: symbols
// An ELF or Mach-O file from nowhere, prepared to an index. The index must open, be whole, and answer within
// its own bounds; and so must excerpts of it.

#include "debug/symbols/prepare.h"
#include "files/container/open.h"
#include "support/fuzz_excerpts.h"

using namespace symkit;

namespace {

constexpr std::size_t largest_input = 1 << 17;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > largest_input) return 0;
  const auto file = container::open_bytes({data, size}, "input");
  if (!file) return 0;
  std::size_t left = 4;  // a fat file may name one slice a thousand times
  for (const auto& image : (*file)->images()) {
    if (left-- == 0) break;
    const auto bytes = symbols::prepare(*image, {});
    if (bytes && !bytes->empty()) fuzz::check_index(*bytes);
    fuzz::check_excerpts(*image, {});
  }
  return 0;
}
