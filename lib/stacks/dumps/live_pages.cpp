#include "stacks/dumps/live_pages.h"

#include <algorithm>
#include <sys/uio.h>

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

void read_memory(pid_t process, std::uint64_t begin, std::vector<std::uint8_t>& buffer) {
  iovec to{buffer.data(), buffer.size()};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it is another process's
  iovec from{reinterpret_cast<void*>(begin), buffer.size()};
  const ssize_t read = ::process_vm_readv(process, &to, 1, &from, 1, 0);
  buffer.resize(read < 0 ? 0 : static_cast<std::size_t>(read));
}

LivePages::LivePages(pid_t process, const std::vector<MemoryPiece>& known) : process_(process) {
  for (const MemoryPiece& piece : known) known_.emplace(piece.begin, piece);
}

// The part of its page that was not copied before, and has it.
LivePages::Range LivePages::unknown_around(std::uint64_t address) const {
  Range range{.begin = address & ~(size_of_page - 1)};
  range.end = range.begin + size_of_page;
  const auto after = known_.upper_bound(address);
  if (after != known_.end()) range.end = std::min(range.end, after->first);
  if (after != known_.begin()) {
    const MemoryPiece& before = std::prev(after)->second;
    range.begin = std::max(range.begin, before.begin + before.bytes.size());
  }
  return range;
}

Bytes LivePages::at(std::uint64_t address, std::uint64_t size) const {
  const auto after = known_.upper_bound(address);
  if (after != known_.begin()) {
    const MemoryPiece& piece = std::prev(after)->second;
    if (const Bytes found = within(piece.bytes, address - piece.begin, size); !found.empty()) return found;
  }
  const Range range = unknown_around(address);
  const auto known = pages_.find(range.begin);
  if (known != pages_.end()) return within(known->second, address - range.begin, size);
  if (pages_.size() == most_pages || range.end <= address) return {};
  std::vector<std::uint8_t>& page = pages_[range.begin];
  page.resize(static_cast<std::size_t>(range.end - range.begin));
  read_memory(process_, range.begin, page);
  return within(page, address - range.begin, size);
}

}  // namespace symkit::dumps
