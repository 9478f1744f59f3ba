// The memory of a process as the kernel gives it by an open file, /proc/PID/mem.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "stacks/dumps/patience.h"
#include "stacks/unwind/memory.h"

namespace symkit::dumps {

class OpenedMemory final : public unwind::Memory {
 public:
  // The file stays the caller's. `most`: bytes that are read and kept; then, or when it is late, there is
  // no more.
  OpenedMemory(int file, std::uint64_t most, Patience patience)
      : file_(file), left_(most), patience_(patience) {}

  Bytes at(std::uint64_t address, std::uint64_t size) const override;

 private:
  int file_;
  mutable std::uint64_t left_;
  Patience patience_;
  mutable std::deque<std::vector<std::uint8_t>> kept_;
};

}  // namespace symkit::dumps
