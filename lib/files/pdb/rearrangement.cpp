#include "files/pdb/rearrangement.h"

#include "ground/base/cursor.h"

namespace symkit::pdb {

Rearrangement::Rearrangement(Bytes entries) {
  Cursor at(entries, Endian::Little);
  entries_.reserve(entries.size() / 8);
  while (at.remaining() >= 8) {
    const std::uint32_t begin = at.u32(), place = at.u32();
    entries_.push_back({begin, place});
  }
  std::ranges::stable_sort(entries_, {}, &Entry::begin);
}

Rearrangement::Entries::const_iterator Rearrangement::entry_of(std::uint32_t rva) const {
  const auto after = std::ranges::upper_bound(entries_, rva, {}, &Entry::begin);
  return after == entries_.begin() ? after : std::prev(after);
}

std::optional<std::uint32_t> Rearrangement::place_of(std::uint32_t rva) const {
  if (is_none()) return rva;
  const auto entry = entry_of(rva);
  if (entry == entries_.end() || rva < entry->begin || entry->place == 0) return std::nullopt;
  return entry->place + (rva - entry->begin);
}

}  // namespace symkit::pdb
