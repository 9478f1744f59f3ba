// Memory of a process that has the same bytes again and again: whatever is read there is what was given.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ground/base/bytes.h"
#include "stacks/unwind/memory.h"

namespace symkit::fuzz {

class RepeatedMemory final : public unwind::Memory {
 public:
  explicit RepeatedMemory(Bytes bytes) : bytes_(bytes) {}
  Bytes at(std::uint64_t address, std::uint64_t size) const override {
    if (bytes_.empty()) return {};
    const std::uint64_t from = address % bytes_.size();
    return slice(bytes_, from, std::min<std::uint64_t>(size, bytes_.size() - from));
  }

 private:
  Bytes bytes_;
};

}  // namespace symkit::fuzz
