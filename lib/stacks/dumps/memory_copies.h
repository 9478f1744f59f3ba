// Copies of a process's memory. Room for most of them is made before the process is stopped: memory that was
// not used before is what costs most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <sys/types.h>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::dumps {

class MemoryCopies {
 public:
  explicit MemoryCopies(pid_t process) : process_(process) {}

  void make_room(std::size_t size);

  // As many of the bytes as can be read; they stay valid.
  Bytes read(std::uint64_t begin, std::uint64_t size);

 private:
  pid_t process_;
  std::deque<std::vector<std::uint8_t>> rooms_;
  std::size_t used_ = 0;  // of the last one
};

}  // namespace symkit::dumps
