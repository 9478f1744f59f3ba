// rooms: symbols companions
// Two files from nowhere: a program with a debug map, behind its size in 32 bits, and an archive of the
// object files that the map names. What is made of them must open and be whole, and hold no code that the
// program has not; and so must excerpts be.

#include "ground/base/cursor.h"
#include "support/fuzz_excerpts.h"
#include "support/fuzz_prepared.h"
#include "support/memory_objects.h"

using namespace symkit;

namespace {

constexpr std::size_t largest_input = 1 << 17;

void check(const container::Image& image, debuginfo::Companions& objects) {
  fuzz::prepare(image, objects, [&](const index::NativeIndex& index) {
    const debuginfo::CodeRanges code(image);
    fuzz::require(!code.all().empty());
    fuzz::require(index.facts().end.value + image.text_base().value <= code.all().back().end);
  });
  symbols::PrepareOptions how;
  how.companions = &objects;
  fuzz::check_excerpts(image, how);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > largest_input) return 0;
  Cursor at({data, size}, Endian::Little);
  const Bytes program = at.bytes(at.u32());
  const Bytes archive = at.bytes(at.remaining());
  const auto file = container::open_bytes(program, "input");
  if (!file || (*file)->images().empty()) return 0;
  const container::Image& image = *(*file)->images().front();
  if (image.debug_section("debug_info") != nullptr) return 0;
  test::MemoryObjects objects(image, archive);
  check(image, objects);
  return 0;
}
