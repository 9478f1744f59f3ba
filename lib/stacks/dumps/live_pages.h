// The memory of a process that is stopped, copied page by page as it is read.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "stacks/dumps/memory_copies.h"
#include "stacks/dumps/process.h"
#include "stacks/unwind/memory.h"

namespace symkit::dumps {

class LivePages final : public unwind::Memory {
 public:
  // `known`: what was copied before.
  LivePages(MemoryCopies& copies, const std::vector<MemoryPiece>& known);
  Bytes at(std::uint64_t address, std::uint64_t size) const override;

  // What was not known before.
  struct Page {
    std::uint64_t begin = 0;
    Bytes bytes = {};
  };
  using Pages = std::unordered_map<std::uint64_t, Page>;
  const Pages& pages() const { return pages_; }

 private:
  const Page& page_of(std::uint64_t address) const;
  Bytes in_known(std::uint64_t address, std::uint64_t size) const;

  MemoryCopies& copies_;
  std::map<std::uint64_t, MemoryPiece> known_;
  mutable Pages pages_;  // by their numbers
  mutable std::uint64_t last_number_ = UINT64_MAX;
  mutable const Page* last_ = nullptr;
};

}  // namespace symkit::dumps
