// The length of the compiler's working directory in each file's path: leaving it out gives paths as the
// compiler was given them. Only in an index made with declarations. The content is not trusted.
#pragma once

#include <cstdint>

#include "ground/base/bytes.h"
#include "keep/index/envelope.h"

namespace symkit::index {

// One byte with the width of a number, then for each file the length in characters.
inline constexpr std::uint32_t file_roots_tag = tag("ROOT");

class FileRoots {
 public:
  FileRoots() = default;
  explicit FileRoots(const Envelope& envelope);

  // 0 if nothing is known.
  std::uint32_t of(std::uint32_t file) const;

 private:
  Bytes sizes_;
  unsigned width_ = 1;
};

}  // namespace symkit::index
