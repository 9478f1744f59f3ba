// rooms: symbols verify
// Two files from nowhere: an image, behind its size in 32 bits, and what has the rest of its debug
// information. Prepared together, the index must open and be whole; judged together, and the second by
// itself, they must not be read out of bounds.

#include "debug/verify/image_check.h"
#include "ground/base/cursor.h"
#include "support/fuzz_prepared.h"
#include "support/memory_companion.h"

using namespace symkit;

namespace {

constexpr std::size_t largest_input = 1 << 17;

void check(const container::Image& image, debuginfo::Companions& companion) {
  fuzz::prepare(image, companion, [](const index::NativeIndex&) {});
  (void)verify::check_image(image, {.companions = &companion});
}

void check_alone(Bytes bytes) {
  const auto file = container::open_bytes(bytes, "companion");
  if (!file) return;
  (void)verify::check_image(*(*file)->images().front(), {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > largest_input) return 0;
  Cursor at({data, size}, Endian::Little);
  const Bytes first = at.bytes(at.u32());
  const Bytes second = at.bytes(at.remaining());
  check_alone(second);
  const auto file = container::open_bytes(first, "input");
  if (!file) return 0;
  test::MemoryCompanion companion(second);
  check(*(*file)->images().front(), companion);
  return 0;
}
