// rooms: archive
// Any bytes at all as a zip archive: each entry is looked at and unpacked, and nothing may crash, hang or
// take memory beyond reason.
#include "files/archive/archive.h"

#include <array>
#include <cstdlib>

#include "support/touch.h"

using namespace symkit;
using namespace symkit::archive;
using test::touch;

namespace {

void look_at(const Archive& archive, io::UnpackBudget& budget, unsigned depth) {
  for (const Entry& entry : archive.entries()) {
    if (archive.find(entry.name) == nullptr) std::abort();
    std::array<std::uint8_t, 64> room;
    if (const auto beginning = archive.beginning(entry, room)) touch(*beginning);
    const auto content = archive.content(entry, budget);
    if (!content) continue;
    touch((*content)->bytes());
    if (depth == 2 || !looks_like_zip((*content)->bytes())) continue;
    if (const auto inner = Archive::open(*content)) look_at(**inner, budget, depth + 1);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  io::UnpackBudget budget;
  budget.stored(size);
  if (const auto archive = Archive::open(io::borrowed_blob({data, size}))) look_at(**archive, budget, 0);
  return 0;
}
