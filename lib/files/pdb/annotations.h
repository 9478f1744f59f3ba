// The program that gives the code of an inlined call and its lines.
#pragma once

#include <cstdint>
#include <vector>

#include "files/pdb/rows.h"
#include "files/pdb/separated_code.h"
#include "ground/base/bytes.h"

namespace symkit::pdb {

struct AnnotationStart {
  std::uint32_t begin = 0;  // of the function, the base of offsets
  std::uint32_t end = 0;
  std::uint32_t file = 0;  // of the inlined function
  std::uint32_t line = 0;
  SeparatedCode* elsewhere = nullptr;  // of the module; null: it has none
};

// Adds rows within the function and its separated pieces, sorted and not overlapping. Returns whether a
// separated piece has rows. An unknown instruction ends the program.
bool read_annotations(Bytes program, const AnnotationStart& start, std::vector<Row>& rows);

}  // namespace symkit::pdb
