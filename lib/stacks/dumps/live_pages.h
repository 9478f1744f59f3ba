// The memory of a process that is stopped, copied page by page as it is read.
#pragma once

#include <cstdint>
#include <map>
#include <sys/types.h>
#include <unordered_map>
#include <vector>

#include "stacks/dumps/process.h"
#include "stacks/unwind/memory.h"

namespace symkit::dumps {

// Reads until the buffer is full, or as much as can be read.
void read_memory(pid_t process, std::uint64_t begin, std::vector<std::uint8_t>& buffer);

class LivePages final : public unwind::Memory {
 public:
  // `known`: what was copied before.
  LivePages(pid_t process, const std::vector<MemoryPiece>& known);
  Bytes at(std::uint64_t address, std::uint64_t size) const override;

  // By their addresses, without what was known.
  using Pages = std::unordered_map<std::uint64_t, std::vector<std::uint8_t>>;
  const Pages& pages() const { return pages_; }

 private:
  struct Range {
    std::uint64_t begin = 0, end = 0;
  };
  Range unknown_around(std::uint64_t address) const;

  pid_t process_;
  std::map<std::uint64_t, MemoryPiece> known_;
  mutable Pages pages_;
};

}  // namespace symkit::dumps
