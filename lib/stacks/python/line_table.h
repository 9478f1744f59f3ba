// The lines of a code object's instructions: co_linetable since CPython 3.11
// (InternalDocs/code_objects.md, "Format of the locations table").
#pragma once

#include <cstdint>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::python {

class LineTable {
 public:
  LineTable() = default;
  LineTable(Bytes table, std::int64_t first_line);

  // `instruction`: its number. 0: it has no line.
  std::uint32_t line_of(std::uint64_t instruction) const;

 private:
  struct Piece {
    std::uint64_t end = 0;  // the number of the first instruction after it
    std::uint32_t line = 0;
  };
  std::vector<Piece> pieces_;
};

}  // namespace symkit::python
