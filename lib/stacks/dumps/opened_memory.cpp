#include "stacks/dumps/opened_memory.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace symkit::dumps {

Bytes OpenedMemory::at(std::uint64_t address, std::uint64_t size) const {
  size = std::min(size, left_);
  if (size == 0 || address > INT64_MAX || patience_.is_over()) return {};
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t more =
        ::pread(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(address + done));
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    done += static_cast<std::size_t>(more);
  }
  bytes.resize(done);
  left_ -= done;
  kept_.push_back(std::move(bytes));
  return kept_.back();
}

}  // namespace symkit::dumps
