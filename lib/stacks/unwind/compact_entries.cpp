#include "stacks/unwind/compact_entries.h"

#include <functional>

#include "ground/base/cursor.h"

namespace symkit::unwind {
namespace {

constexpr std::size_t index_row = 12, encoding_size = 4;
constexpr std::uint32_t regular_page = 2, compressed_page = 3;

// The last of the sorted numbers that is no larger than `value`. Nothing if the first is.
std::optional<std::size_t> last_up_to(std::uint64_t value, std::size_t count,
                                      const std::function<std::uint64_t(std::size_t)>& number) {
  std::size_t first = 0;
  while (count > 0) {
    const std::size_t half = count / 2;
    if (number(first + half) <= value) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first == 0 ? std::nullopt : std::optional(first - 1);
}

std::uint32_t number_in(Bytes bytes, std::size_t at) { return Cursor(bytes, Endian::Little, at).u32(); }

// As many of the rows as there are.
Bytes rows_of(Bytes bytes, std::uint64_t begin, std::uint64_t count, std::size_t size) {
  if (begin > bytes.size()) return {};
  const std::uint64_t most = (bytes.size() - begin) / size;
  return slice(bytes, begin, std::min(count, most) * size);
}

}  // namespace

CompactEntries::CompactEntries(Bytes section) : section_(section) {
  constexpr std::uint32_t known_version = 1;
  Cursor at(section, Endian::Little);
  const std::uint32_t version = at.u32(), common_at = at.u32(), common_count = at.u32();
  at.skip(8);  // functions that handle exceptions
  const std::uint32_t index_at = at.u32(), index_count = at.u32();
  if (at.failed() || version != known_version) return;
  common_ = rows_of(section, common_at, common_count, encoding_size);
  pages_ = rows_of(section, index_at, index_count, index_row);
}

std::optional<std::uint64_t> CompactEntries::begin() const {
  return pages_.empty() ? std::nullopt : std::optional<std::uint64_t>(number_in(pages_, 0));
}

// The last row only tells where the last function ends.
std::optional<CompactEntries::Page> CompactEntries::page_of(std::uint64_t address) const {
  const std::size_t count = pages_.size() / index_row;
  const auto found =
      last_up_to(address, count, [&](std::size_t row) { return number_in(pages_, row * index_row); });
  if (!found || *found + 1 >= count) return std::nullopt;
  Cursor at(pages_, Endian::Little, *found * index_row);
  Page page{.begin = at.u32(), .end = number_in(pages_, (*found + 1) * index_row), .bytes = {}};
  const std::uint32_t where = at.u32();
  if (where == 0 || where >= section_.size()) return std::nullopt;
  page.bytes = section_.subspan(where);
  return page;
}

std::optional<CompactEntry> CompactEntries::find(std::uint64_t address) const {
  const auto page = page_of(address);
  if (!page) return std::nullopt;
  switch (number_in(page->bytes, 0)) {
    case regular_page: return in_regular(*page, address);
    case compressed_page: return in_compressed(*page, address);
    default: return std::nullopt;
  }
}

std::optional<CompactEntry> CompactEntries::in_regular(const Page& page, std::uint64_t address) {
  constexpr std::size_t row = 8;
  Cursor at(page.bytes, Endian::Little, 4);
  const std::uint16_t begin = at.u16(), count = at.u16();
  const Bytes rows = rows_of(page.bytes, begin, count, row);
  const auto found =
      last_up_to(address, rows.size() / row, [&](std::size_t i) { return number_in(rows, i * row); });
  if (!found) return std::nullopt;
  const std::size_t next = (*found + 1) * row;
  return CompactEntry{.begin = number_in(rows, *found * row),
                      .end = next < rows.size() ? number_in(rows, next) : page.end,
                      .encoding = number_in(rows, *found * row + 4)};
}

std::optional<CompactEntry> CompactEntries::in_compressed(const Page& page, std::uint64_t address) const {
  constexpr std::size_t row = 4;
  constexpr unsigned bits_of_distance = 24;
  Cursor at(page.bytes, Endian::Little, 4);
  const std::uint16_t begin = at.u16(), count = at.u16(), own_at = at.u16(), own_count = at.u16();
  const Bytes rows = rows_of(page.bytes, begin, count, row);
  const Bytes own = rows_of(page.bytes, own_at, own_count, encoding_size);
  const auto begin_of = [&](std::size_t i) {
    return page.begin + std::uint64_t{number_in(rows, i * row) & ((1U << bits_of_distance) - 1)};
  };
  const auto found = last_up_to(address, rows.size() / row, begin_of);
  if (!found) return std::nullopt;
  const auto encoding = encoding_of(own, number_in(rows, *found * row) >> bits_of_distance);
  if (!encoding) return std::nullopt;
  const bool is_last = (*found + 1) * row >= rows.size();
  return CompactEntry{
      .begin = begin_of(*found), .end = is_last ? page.end : begin_of(*found + 1), .encoding = *encoding};
}

// Those of the page itself follow the common ones.
std::optional<std::uint32_t> CompactEntries::encoding_of(Bytes own, std::size_t number) const {
  std::size_t at = number * encoding_size;
  Bytes from = common_;
  if (at >= common_.size()) {
    at -= common_.size();
    from = own;
  }
  return at < from.size() ? std::optional(number_in(from, at)) : std::nullopt;
}

}  // namespace symkit::unwind
