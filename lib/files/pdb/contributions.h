// Which module each stretch of the image is of, as the linker lists it.
#pragma once

#include <cstdint>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::pdb {

struct Contribution {
  std::uint16_t section = 0;  // from 1
  std::uint16_t module = 0;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

// In the order of the file; none where the list is of a kind that is not known.
std::vector<Contribution> contributions_in(Bytes list);

}  // namespace symkit::pdb
