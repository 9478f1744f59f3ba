#include "stacks/unwind/sorted_entries.h"

#include "ground/base/cursor.h"
#include "stacks/unwind/encoded_pointer.h"

namespace symkit::unwind {
namespace {

constexpr std::uint8_t from_table_in_4_bytes = 0x3b;
constexpr std::size_t row_size = 8;

}  // namespace

SortedEntries::SortedEntries(Bytes list, std::uint64_t address, Endian endian, unsigned address_size)
    : address_(address), endian_(endian) {
  constexpr std::uint8_t version = 1;
  Cursor at(list, endian);
  if (at.u8() != version) return;
  const std::uint8_t of_section = at.u8(), of_count = at.u8(), of_rows = at.u8();
  if (at.failed() || of_section == no_pointer || of_count == no_pointer) return;
  const PointerBases bases{.section = address, .data = address};
  const auto section = read_pointer(at, of_section, address_size, bases);
  const auto count = read_pointer(at, of_count, address_size, bases);
  if (!section || !count) return;
  section_ = section;
  if (of_rows == from_table_in_4_bytes && *count <= at.remaining() / row_size)
    rows_ = at.bytes(*count * row_size);
}

std::uint64_t SortedEntries::at(std::size_t offset) const {
  const auto value = static_cast<std::int32_t>(Cursor(rows_, endian_, offset).u32());
  return address_ + static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

std::optional<std::uint64_t> SortedEntries::entry_of(std::uint64_t address) const {
  std::size_t first = 0, count = rows_.size() / row_size;
  while (count > 0) {
    const std::size_t half = count / 2;
    if (at((first + half) * row_size) <= address) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  if (first == 0) return std::nullopt;
  return at((first - 1) * row_size + row_size / 2);
}

}  // namespace symkit::unwind
