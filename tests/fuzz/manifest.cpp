// rooms: index
// A manifest from nowhere: opened as it is, then once more sealed with checksums that fit, and asked for
// parts. And an index from nowhere, cut into parts: its manifest and all of them must open.
#include "keep/index/manifest.h"

#include <string>

#include "keep/index/parts.h"
#include "support/fuzz_require.h"
#include "support/sealed_again.h"

using namespace symkit;

namespace {

void ask(const index::Manifest& manifest) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    const ImageOffset offset{std::uint64_t{1} << bit};
    const std::uint32_t part = manifest.part_at(offset);
    fuzz::require(part <= manifest.parts());
    if (part == 0) continue;
    const auto [first, last] = manifest.range_of(part);
    fuzz::require(first <= offset && offset <= last && manifest.part_at(first) == part &&
                  manifest.part_at(last) == part);
    (void)manifest.is_part(part, as_bytes("no part"));
  }
  for (const char* name : {"", "main", "memcpy", "\xff\xff"}) {
    const auto [first, count] = manifest.parts_with(name);
    fuzz::require(count == 0 || (first >= 1 && first + count - 1 <= manifest.parts()));
  }
}

void cut(const index::NativeIndex& index) {
  const auto manifest = index::cut_in_parts(index,
                                            [](std::uint64_t, Bytes bytes) -> Result<void> {
                                              fuzz::require(index::NativeIndex::open(bytes).has_value());
                                              return {};
                                            },
                                            {.part_bytes = 64});
  if (!manifest) return;
  const auto opened = index::Manifest::open(*manifest);
  fuzz::require(opened.has_value());
  ask(*opened);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes input(data, size);
  if (const auto manifest = index::Manifest::open(input)) ask(*manifest);
  const auto as_manifest = test::sealed_again(input, index::Kind::Manifest, 8);
  if (const auto manifest = index::Manifest::open(as_manifest)) ask(*manifest);
  const auto as_index = test::sealed_again(input, index::Kind::Native, 8);
  if (const auto native = index::NativeIndex::open(as_index)) cut(*native);
  return 0;
}
