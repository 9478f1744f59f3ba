// Memory that a test has made.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <vector>

#include "stacks/unwind/memory.h"

namespace symkit::unwind {

class MemoryOf final : public Memory {
 public:
  void word(std::uint64_t address, std::uint64_t value) {
    std::vector<std::uint8_t> bytes(8);
    std::memcpy(bytes.data(), &value, 8);
    add(address, bytes);
  }
  void add(std::uint64_t address, const std::vector<std::uint8_t>& bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes_[address + i] = bytes[i];
  }

  Bytes at(std::uint64_t address, std::uint64_t size) const override {
    std::vector<std::uint8_t>& found = given_.emplace_back();
    for (auto at = bytes_.find(address); at != bytes_.end() && found.size() < size; ++at) {
      if (at->first != address + found.size()) break;
      found.push_back(at->second);
    }
    return found;
  }

 private:
  std::map<std::uint64_t, std::uint8_t> bytes_;
  mutable std::deque<std::vector<std::uint8_t>> given_;
};

}  // namespace symkit::unwind
