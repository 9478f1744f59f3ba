// How much of each file's path is the folder that its compiler ran in: who wants paths as the compiler was
// given them leaves that out. An index has it that was asked to keep declarations. Nothing read is trusted.
#pragma once

#include <cstdint>

#include "ground/base/bytes.h"
#include "keep/index/envelope.h"

namespace symkit::index {

// One byte, the width of a number; then that for each file: how many characters.
inline constexpr std::uint32_t file_roots_tag = tag("ROOT");

class FileRoots {
 public:
  FileRoots() = default;
  explicit FileRoots(const Envelope& envelope);

  // 0 also where nothing is known.
  std::uint32_t of(std::uint32_t file) const;

 private:
  Bytes sizes_;
  unsigned width_ = 1;
};

}  // namespace symkit::index
