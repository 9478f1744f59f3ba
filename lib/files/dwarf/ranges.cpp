#include "files/dwarf/ranges.h"

#include <algorithm>

#include "files/dwarf/deleted.h"

namespace symkit::dwarf {
namespace {

// Collects ranges, and what is wrong with them.
struct Found {
  std::vector<Range>& ranges;
  RangeFaults* faults;
  unsigned width;

  void add(std::uint64_t begin, std::uint64_t end) const {
    if (begin < end) {
      ranges.push_back({begin, end});
    } else if (faults != nullptr && begin > end && !is_deleted(begin, width)) {
      faults->backward.push_back({begin, end});
    }
  }
  void fault(std::string_view what) const {
    if (faults != nullptr && faults->list.empty()) faults->list = what;
  }
};

constexpr std::string_view cut_off = "it runs past the end of its section";

// Subtracts what was read of a list from the allowance at the end.
class Spending {
 public:
  Spending(const Cursor& at, RangeAllowance& allowance)
      : at_(at), begin_(at.offset()), allowance_(allowance) {}
  Spending(const Spending&) = delete;
  ~Spending() { allowance_.bytes -= std::min(allowance_.bytes, read()); }
  bool goes_on() const { return !at_.failed() && read() < allowance_.bytes; }

 private:
  std::uint64_t read() const { return at_.offset() - begin_; }

  const Cursor& at_;
  std::uint64_t begin_;
  RangeAllowance& allowance_;
};

// DWARF 2 to 4: pairs relative to a base; a pair that begins with all ones sets the base.
void append_pairs(const Unit& unit, std::uint64_t offset, RangeAllowance& allowance, const Found& found) {
  const unsigned width = unit.header().encoding.address_size;
  const std::uint64_t mask = all_ones(width);
  Cursor at(unit.sections().ranges, unit.sections().endian);
  at.seek(offset);
  std::uint64_t base = unit.base_address.value_or(0);
  const Spending spending(at, allowance);
  while (spending.goes_on()) {
    const std::uint64_t begin = at.unsigned_of(width);
    const std::uint64_t end = at.unsigned_of(width);
    if (at.failed()) return found.fault(cut_off);
    if (begin == 0 && end == 0) return;
    if (begin == mask) {
      base = end;
    } else if (!is_deleted(base, width)) {
      found.add((base + begin) & mask, (base + end) & mask);
    }
  }
  if (at.failed()) found.fault(cut_off);
}

// DWARF 5: a sequence of small instructions.
void append_list(const Unit& unit, std::uint64_t offset, RangeAllowance& allowance, const Found& found) {
  const unsigned width = unit.header().encoding.address_size;
  Cursor at(unit.sections().rnglists, unit.sections().endian);
  at.seek(offset);
  std::uint64_t base = unit.base_address.value_or(0);
  const Spending spending(at, allowance);
  const auto address_at = [&](std::uint64_t index) {
    const auto address = unit.indexed_address(index);
    if (!address && !at.failed()) found.fault("it names an address that .debug_addr does not hold");
    return address;
  };
  while (spending.goes_on()) {
    switch (at.u8()) {
      case DW_RLE_end_of_list: return at.failed() ? found.fault(cut_off) : void();
      case DW_RLE_base_addressx: base = address_at(at.uleb()).value_or(0); break;
      case DW_RLE_startx_endx: {
        const auto begin = address_at(at.uleb());
        const auto end = address_at(at.uleb());
        if (begin && end) found.add(*begin, *end);
        break;
      }
      case DW_RLE_startx_length: {
        const auto begin = address_at(at.uleb());
        const std::uint64_t length = at.uleb();
        if (begin) found.add(*begin, *begin + length);
        break;
      }
      case DW_RLE_offset_pair: {
        const std::uint64_t begin = at.uleb();
        const std::uint64_t end = at.uleb();
        if (!is_deleted(base, width)) found.add(base + begin, base + end);
        break;
      }
      case DW_RLE_base_address: base = at.unsigned_of(width); break;
      case DW_RLE_start_end: {
        const std::uint64_t begin = at.unsigned_of(width);
        found.add(begin, at.unsigned_of(width));
        break;
      }
      case DW_RLE_start_length: {
        const std::uint64_t begin = at.unsigned_of(width);
        found.add(begin, begin + at.uleb());
        break;
      }
      default: return found.fault("it contains an undefined instruction");
    }
  }
  if (at.failed()) found.fault(cut_off);
}

// DW_FORM_rnglistx: the base is the position of a table of offsets, which are relative to it.
void append_indexed_list(const Unit& unit, std::uint64_t index, RangeAllowance& allowance,
                         const Found& found) {
  const unsigned width = unit.header().encoding.offset_size;
  Cursor at(unit.sections().rnglists, unit.sections().endian);
  at.seek(unit.range_lists_base);
  if (index > at.remaining() / width) return found.fault(cut_off);
  at.skip(index * width);
  const std::uint64_t offset = at.unsigned_of(width);
  if (at.failed()) return found.fault(cut_off);
  append_list(unit, unit.range_lists_base + offset, allowance, found);
}

}  // namespace

RangeAllowance::RangeAllowance(const Sections& sections)
    : bytes((sections.ranges.size() + sections.rnglists.size()) * 8 + 4096) {}

void append_ranges(const Unit& unit, const CodeAttributes& code, RangeAllowance& allowance,
                   std::vector<Range>& out, RangeFaults* faults) {
  const Found found{out, faults, unit.header().encoding.address_size};
  if (code.high_pc.kind != Value::Kind::None) {
    if (const auto low = unit.address(code.low_pc)) {
      const auto high = unit.address(code.high_pc);
      return found.add(*low, high ? *high : *low + code.high_pc.number);
    }
  }
  if (code.ranges.kind == Value::Kind::RangeIndex)
    return append_indexed_list(unit, code.ranges.number, allowance, found);
  if (code.ranges.kind != Value::Kind::Number) return;
  if (unit.header().encoding.version >= 5) return append_list(unit, code.ranges.number, allowance, found);
  append_pairs(unit, code.ranges.number + unit.ranges_base, allowance, found);
}

}  // namespace symkit::dwarf
