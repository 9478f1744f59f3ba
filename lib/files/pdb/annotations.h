// The program that says which code an inlined call left, and of which lines it is.
#pragma once

#include <cstdint>
#include <vector>

#include "files/pdb/rows.h"
#include "files/pdb/separated_code.h"
#include "ground/base/bytes.h"

namespace symkit::pdb {

struct AnnotationStart {
  std::uint32_t begin = 0;  // of the function, which offsets count from
  std::uint32_t end = 0;
  std::uint32_t file = 0;  // of the function that was inlined
  std::uint32_t line = 0;
  SeparatedCode* elsewhere = nullptr;  // the module's; null: it has none
};

// Adds rows, rising and apart, within the function and its pieces elsewhere; whether it has rows there. An
// instruction that is not known ends the program.
bool read_annotations(Bytes program, const AnnotationStart& start, std::vector<Row>& rows);

}  // namespace symkit::pdb
