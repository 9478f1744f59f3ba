// Pieces of files that processes had mapped, asked by the bytes of the file instead of by addresses.
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
  // Of many processes that map one file alike the first says it.
  void add(std::string_view path, const FilePiece& piece);
  // Null where none holds the byte, or where several do that are not alike.
  const FilePiece* holding(std::string_view path, std::uint64_t offset) const;

 private:
  std::map<std::string, std::vector<FilePiece>, std::less<>> files_;
};

}  // namespace symkit::crashlog
