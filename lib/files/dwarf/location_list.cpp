#include "files/dwarf/location_list.h"

#include <optional>

#include "files/dwarf/deleted.h"

namespace symkit::dwarf {
namespace {

using Take = std::function<bool(const ListedLocation&)>;

class List {
 public:
  List(const Unit& unit, Bytes section, std::uint64_t offset, std::uint64_t longest, const Take& take)
      : unit_(unit),
        width_(unit.header().encoding.address_size),
        at_(section, unit.sections().endian),
        longest_(longest),
        take_(take),
        base_(unit.base_address.value_or(0)) {
    at_.seek(offset);
    begin_ = at_.offset();
  }

  // Version 5.
  void read() {
    while (goes_on()) {
      const std::uint8_t kind = at_.u8();
      switch (kind) {
        case DW_LLE_base_addressx: base_ = indexed().value_or(all_ones(width_)); continue;
        case DW_LLE_base_address: base_ = at_.unsigned_of(width_); continue;
        case DW_LLE_GNU_view_pair:
          at_.skip_leb();
          at_.skip_leb();
          continue;
        default: break;
      }
      const auto range = range_of(kind);
      if (!range) return;
      if (!pass_on(*range, kind == DW_LLE_default_location, at_.uleb())) return;
    }
  }

  // Before: pairs relative to a base; a pair that begins with all ones sets the base.
  void read_pairs() {
    const std::uint64_t mask = all_ones(width_);
    while (goes_on()) {
      const std::uint64_t begin = at_.unsigned_of(width_), end = at_.unsigned_of(width_);
      if (begin == 0 && end == 0) return;
      if (begin == mask)
        base_ = end;
      else if (!pass_on(from_base(begin, end), false, at_.u16()))
        return;
    }
  }

  // … in split units.
  void read_split() {
    while (goes_on()) {
      const std::uint8_t kind = at_.u8();
      if (kind == DW_LLE_GNU_base_address) {
        base_ = indexed().value_or(all_ones(width_));
        continue;
      }
      std::optional<std::uint64_t> begin;
      std::uint64_t end = 0;
      if (kind == DW_LLE_GNU_start_end) {
        begin = indexed();
        end = indexed().value_or(0);
      } else if (kind == DW_LLE_GNU_start_length) {
        begin = indexed();
        end = begin.value_or(0) + at_.u32();
      } else {
        return;
      }
      if (!pass_on({begin.value_or(end), end}, false, at_.u16())) return;
    }
  }

 private:
  bool goes_on() const { return !at_.failed() && at_.offset() - begin_ < longest_; }
  std::optional<std::uint64_t> indexed() { return unit_.indexed_address(at_.uleb()); }

  Range from_base(std::uint64_t begin, std::uint64_t end) const {
    if (is_deleted(base_, width_)) return {};
    const std::uint64_t mask = all_ones(width_);
    return {(base_ + begin) & mask, (base_ + end) & mask};
  }

  // Nothing: the list has ended.
  std::optional<Range> range_of(std::uint8_t kind) {
    switch (kind) {
      case DW_LLE_startx_endx: {
        const auto begin = indexed(), end = indexed();
        return begin && end ? Range{*begin, *end} : Range{};
      }
      case DW_LLE_startx_length: {
        const auto begin = indexed();
        const std::uint64_t length = at_.uleb();
        return begin ? Range{*begin, *begin + length} : Range{};
      }
      case DW_LLE_offset_pair: {
        const std::uint64_t begin = at_.uleb();
        return from_base(begin, at_.uleb());
      }
      case DW_LLE_default_location: return Range{0, UINT64_MAX};
      case DW_LLE_start_end: {
        const std::uint64_t begin = at_.unsigned_of(width_);
        return Range{begin, at_.unsigned_of(width_)};
      }
      case DW_LLE_start_length: {
        const std::uint64_t begin = at_.unsigned_of(width_);
        return Range{begin, begin + at_.uleb()};
      }
      default: return std::nullopt;
    }
  }

  bool pass_on(Range range, bool is_default, std::uint64_t size) {
    const Bytes expression = at_.bytes(size);
    if (at_.failed()) return false;
    return take_({range, is_default, expression});
  }

  const Unit& unit_;
  unsigned width_;
  Cursor at_;
  std::size_t begin_ = 0;
  std::uint64_t longest_;
  const Take& take_;
  std::uint64_t base_;
};

// DW_FORM_loclistx: the base is the position of a table of offsets, which are relative to it.
std::optional<std::uint64_t> indexed_list(const Unit& unit, Bytes section, std::uint64_t index) {
  const unsigned width = unit.header().encoding.offset_size;
  Cursor at(section, unit.sections().endian);
  at.seek(unit.location_lists_base);
  if (index > at.remaining() / width) return std::nullopt;
  at.skip(index * width);
  const std::uint64_t offset = at.unsigned_of(width);
  if (at.failed()) return std::nullopt;
  return unit.location_lists_base + offset;
}

}  // namespace

void each_location(const Unit& unit, const LocationSections& sections, const Detail& attribute,
                   std::uint64_t longest, const Take& take) {
  const bool is_list = unit.header().encoding.version >= 5;
  const Bytes section = is_list ? sections.lists : sections.pairs;
  std::optional<std::uint64_t> offset = attribute.value.number;
  if (attribute.form == DW_FORM_loclistx) offset = indexed_list(unit, section, attribute.value.number);
  if (!offset || *offset >= section.size()) return;
  List list(unit, section, *offset, longest, take);
  if (is_list)
    list.read();
  else if (sections.is_split)
    list.read_split();
  else
    list.read_pairs();
}

}  // namespace symkit::dwarf
