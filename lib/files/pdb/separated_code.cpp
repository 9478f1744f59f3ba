#include "files/pdb/separated_code.h"

#include <algorithm>

#include "files/pdb/codeview.h"
#include "files/pdb/records.h"
#include "ground/base/cursor.h"

namespace symkit::pdb {

std::optional<SeparatedPiece> SeparatedCode::piece(Bytes record) const {
  Cursor at(record, Endian::Little);
  at.skip(8);
  const std::uint32_t size = at.u32();
  at.skip(4);
  const std::uint32_t offset = at.u32(), entry_offset = at.u32();
  const std::uint16_t section = at.u16(), entry_section = at.u16();
  const auto begin = database_.rva_of(section, offset), entry = database_.rva_of(entry_section, entry_offset);
  if (at.failed() || !begin || !entry || size == 0 || *begin + size < *begin) return std::nullopt;
  return SeparatedPiece{*entry, *begin, *begin + size};
}

std::span<const SeparatedPiece> SeparatedCode::of(std::uint32_t entry) {
  if (!pieces_) {
    pieces_.emplace();
    each_record(records_, [&](std::uint16_t kind, Bytes body) {
      auto found = kind == symbol::separated_code ? piece(body) : std::nullopt;
      if (!found) return;
      found->place = static_cast<std::uint64_t>(body.data() - records_.data());
      pieces_->push_back(*found);
    });
    std::ranges::stable_sort(*pieces_, {}, &SeparatedPiece::entry);
  }
  return std::ranges::equal_range(*pieces_, entry, {}, &SeparatedPiece::entry);
}

}  // namespace symkit::pdb
