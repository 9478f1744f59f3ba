#include "files/kernel/link_addresses.h"

#include <algorithm>
#include <vector>

#include "ground/base/cursor.h"

namespace symkit::kernel {
namespace {

// Documentation/arch/arm64/booting.rst
constexpr std::size_t text_offset_at = 8, image_size_at = 16;
constexpr std::uint64_t image_alignment = 2U << 20;
constexpr std::uint64_t relative = 0x403;  // R_AARCH64_RELATIVE
constexpr std::uint64_t kernel_half = std::uint64_t{1} << 63;

constexpr std::size_t most_candidates = 64;
constexpr std::size_t hits_that_decide = 8;  // and this many times those of any other

// Calls `take` with each value and the place where it is stored.
template <class Take>
void each_relocation(Bytes image, Take take) {
  Cursor at(image, Endian::Little);
  std::uint64_t place = at.u64(), kind = at.u64();
  while (at.remaining() >= 8) {
    const std::uint64_t value = at.u64();
    if (kind == relative && place >= kernel_half) take(place, value);
    place = kind;
    kind = value;
  }
}

struct Candidate {
  LinkAddresses where;
  std::size_t hits = 0;
};

std::vector<Candidate> candidates_for(Bytes image, std::size_t place) {
  const std::uint64_t text_offset = Cursor(image, Endian::Little, text_offset_at).u64();
  const std::uint64_t size =
      std::max<std::uint64_t>(Cursor(image, Endian::Little, image_size_at).u64(), image.size());
  std::vector<Candidate> found;
  each_relocation(image, [&](std::uint64_t at, std::uint64_t value) {
    const std::uint64_t begin = at - place;
    const bool fits = begin >= kernel_half && begin % image_alignment == text_offset % image_alignment &&
                      value >= begin && value - begin < size;
    if (fits && found.size() <= most_candidates) found.push_back({{begin, value}});
  });
  return found;
}

}  // namespace

std::optional<LinkAddresses> linked_place(Bytes image, std::size_t place, std::span<const Symbol> symbols) {
  std::vector<Candidate> candidates = candidates_for(image, place);
  if (candidates.empty() || candidates.size() > most_candidates) return std::nullopt;
  each_relocation(image, [&](std::uint64_t, std::uint64_t value) {
    for (Candidate& one : candidates)
      one.hits += std::ranges::binary_search(symbols, value - one.where.base, {}, &Symbol::address);
  });
  std::ranges::stable_sort(candidates, std::greater{}, &Candidate::hits);
  const std::size_t next = candidates.size() > 1 ? candidates[1].hits : 0;
  const Candidate& best = candidates.front();
  if (best.hits < hits_that_decide || best.hits / hits_that_decide < next) return std::nullopt;
  return best.where;
}

}  // namespace symkit::kernel
