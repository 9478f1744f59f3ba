// Pieces of files that processes had mapped, found by file offset instead of by address.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/image_id.h"

namespace symkit::crashlog {

struct FilePiece {
  std::uint64_t begin = 0;  // in memory
  std::uint64_t size = 0;
  std::uint64_t offset = 0;  // in the file
  ImageId id = {};
};

class FilePieces {
 public:
  // If several processes have the same mapping of a file, the first is kept.
  void add(std::string_view path, const FilePiece& piece);
  // Null if none holds the byte, or if several different ones do.
  const FilePiece* holding(std::string_view path, std::uint64_t offset) const;

 private:
  std::map<std::string, std::vector<FilePiece>, std::less<>> files_;
};

}  // namespace symkit::crashlog
