// rooms: survey details
// An ELF or Mach-O file from nowhere: surveyed, judged, and cut down for LIEF. The extract must open again
// and have the same sections.
#include "debug/survey/survey.h"

#include "debug/details/extract.h"
#include "debug/survey/verdict.h"
#include "files/container/open.h"
#include "support/fuzz_require.h"

using namespace symkit;

namespace {

constexpr std::size_t largest_input = 1 << 17;

void check_extract(const container::Image& image) {
  const auto part = details::extract(image);
  if (!part) return;
  const auto opened = container::open_bytes(part->bytes, "extract");
  if (!opened) return;  // broken in a way that it has kept
  fuzz::require((*opened)->images().front()->sections().size() == image.sections().size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > largest_input) return 0;
  const auto file = container::open_bytes({data, size}, "input");
  if (!file) return 0;
  std::size_t left = 4;  // a fat file may name one slice a thousand times
  for (const auto& image : (*file)->images()) {
    if (left-- == 0) break;
    const survey::Survey found = survey::survey(*image, 1);
    fuzz::require(!survey::verdict(*image, found, "image").empty());
    for (const survey::SymbolTable& table : found.symbols) fuzz::require(table.functions <= table.direct);
    check_extract(*image);
  }
  return 0;
}
