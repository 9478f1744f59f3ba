#include "stacks/dumps/live_pages.h"

#include <algorithm>

namespace symkit::dumps {
namespace {

constexpr std::uint64_t size_of_page = 4096;

// The process waits while they are copied: about a microsecond each.
constexpr std::size_t most_pages = 4000;

Bytes within(Bytes bytes, std::uint64_t into, std::uint64_t size) {
  if (into >= bytes.size()) return {};
  return slice(bytes, into, std::min<std::uint64_t>(size, bytes.size() - into));
}

}  // namespace

LivePages::LivePages(MemoryCopies& copies, const std::vector<MemoryPiece>& known) : copies_(copies) {
  for (const MemoryPiece& piece : known) known_.emplace(piece.begin, piece);
  pages_.reserve(most_pages);
}

Bytes LivePages::in_known(std::uint64_t address, std::uint64_t size) const {
  const auto after = known_.upper_bound(address);
  if (after == known_.begin()) return {};
  const MemoryPiece& piece = std::prev(after)->second;
  return within(piece.bytes, address - piece.begin, size);
}

// The part of the address's page that was not copied before.
const LivePages::Page& LivePages::page_of(std::uint64_t address) const {
  const std::uint64_t number = address / size_of_page;
  if (number == last_number_) return *last_;
  Page& page = pages_[number];
  last_number_ = number;
  last_ = &page;
  if (page.begin != 0) return page;
  page.begin = number * size_of_page;
  std::uint64_t end = page.begin + size_of_page;
  const auto after = known_.upper_bound(address);
  if (after != known_.end()) end = std::min(end, after->first);
  if (after != known_.begin()) {
    const MemoryPiece& before = std::prev(after)->second;
    page.begin = std::max(page.begin, before.begin + before.bytes.size());
  }
  if (page.begin < end) page.bytes = copies_.read(page.begin, end - page.begin);
  return page;
}

Bytes LivePages::at(std::uint64_t address, std::uint64_t size) const {
  if (address < size_of_page) return {};
  const std::uint64_t number = address / size_of_page;
  const bool is_new = number != last_number_ && !pages_.contains(number);
  if (is_new)
    if (const Bytes known = in_known(address, size); !known.empty()) return known;
  if (is_new && pages_.size() == most_pages) return {};
  const Page& page = page_of(address);
  if (address >= page.begin)
    if (const Bytes found = within(page.bytes, address - page.begin, size); !found.empty()) return found;
  return in_known(address, size);
}

}  // namespace symkit::dumps
