#include "stacks/dumps/memory_copies.h"

#include <algorithm>
#include <span>
#include <sys/uio.h>

namespace symkit::dumps {
namespace {

constexpr std::size_t size_of_room = std::size_t{1} << 20;

std::size_t read_into(std::span<std::uint8_t> to, pid_t process, std::uint64_t begin) {
  iovec here{to.data(), to.size()};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it is another process's
  iovec there{reinterpret_cast<void*>(begin), to.size()};
  const ssize_t read = ::process_vm_readv(process, &here, 1, &there, 1, 0);
  return read < 0 ? 0 : static_cast<std::size_t>(read);
}

}  // namespace

void MemoryCopies::make_room(std::size_t size) {
  if (!rooms_.empty() && rooms_.back().size() - used_ >= size) return;
  rooms_.emplace_back(std::max(size, size_of_room));
  used_ = 0;
}

// Stacks may lie in larger mappings, of which little can be read: there is not room for all of it at once.
Bytes MemoryCopies::read(std::uint64_t begin, std::uint64_t size) {
  constexpr std::size_t most_at_first = 4096;
  make_room(static_cast<std::size_t>(std::min<std::uint64_t>(size, most_at_first)));
  std::span<std::uint8_t> room = std::span(rooms_.back()).subspan(used_);
  std::size_t count = 0;
  while (count < size) {
    if (count == room.size()) {
      const std::span<std::uint8_t> full = room;
      make_room(2 * count);
      room = std::span(rooms_.back()).subspan(used_);
      std::ranges::copy(full, room.begin());
    }
    const std::size_t step =
        static_cast<std::size_t>(std::min<std::uint64_t>(size - count, room.size() - count));
    const std::size_t read = read_into(room.subspan(count, step), process_, begin + count);
    count += read;
    if (read < step) break;
  }
  used_ += count;
  return room.first(count);
}

}  // namespace symkit::dumps
