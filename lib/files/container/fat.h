// Fat Mach-O: a list of slices, one for each architecture.
#pragma once

#include <vector>

#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::container::macho {

struct Slice {
  Architecture architecture = Architecture::Unknown;
  Bytes bytes;
};

// False for Java classes, which begin with the same number.
bool is_fat(Bytes beginning);
bool is_java_class(Bytes beginning);

Result<std::vector<Slice>> read_slices(Bytes bytes);

}  // namespace symkit::container::macho
