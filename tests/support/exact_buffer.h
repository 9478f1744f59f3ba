// A copy of bytes in memory of exactly their size, so that a sanitizer sees a byte too far.
#pragma once

#include <cstring>
#include <memory>

#include "ground/base/bytes.h"

namespace symkit::test {

class ExactBuffer {
 public:
  explicit ExactBuffer(Bytes bytes)
      : memory_(std::make_unique_for_overwrite<std::uint8_t[]>(bytes.size())), size_(bytes.size()) {
    if (!bytes.empty()) std::memcpy(memory_.get(), bytes.data(), bytes.size());
  }
  Bytes bytes() const { return {memory_.get(), size_}; }

 private:
  std::unique_ptr<std::uint8_t[]> memory_;
  std::size_t size_;
};

}  // namespace symkit::test
