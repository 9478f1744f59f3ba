// The linker's list of which module each stretch of the image belongs to.
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

// In file order; empty if the list is of an unknown kind.
std::vector<Contribution> contributions_in(Bytes list);

}  // namespace symkit::pdb
