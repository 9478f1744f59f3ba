// The program that says which code an inlined call left, and of which lines it is.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "pdb/rows.h"

namespace symkit::pdb {

struct AnnotationStart {
  std::uint32_t begin = 0;  // of the function, which offsets count from
  std::uint32_t end = 0;
  std::uint32_t file = 0;  // of the function that was inlined
  std::uint32_t line = 0;
};

// Adds rows, rising and apart, within the function. An instruction that is not known ends the program.
void read_annotations(Bytes program, const AnnotationStart& start, std::vector<Row>& rows);

}  // namespace symkit::pdb
