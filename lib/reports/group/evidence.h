// What a report's stack shows and what it does not: how far its signature can be relied on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reports/group/report.h"
#include "reports/group/sites.h"

namespace symkit::group {

// An image whose frames have no names.
struct MissingImage {
  std::string name = {};
  std::string build_id = {};  // hexadecimal; empty where the log does not say
  std::uint64_t frames = 0;
};

struct Evidence {
  Knows knows = Knows::Nothing;
  std::uint64_t frames = 0;   // frames of the stack that the signature is made from
  std::uint64_t named = 0;    // those with a name
  std::uint64_t placed = 0;   // those with a line of source
  std::uint64_t several = 0;  // those that are one of several functions that a linker has folded into one
  std::uint64_t unknown_before =
      0;  // those without a name that are nearer the fault than the first frame of the signature
  std::uint64_t left_out = 0;  // frames beyond those that are kept
  std::uint64_t stacks = 0;
  std::vector<MissingImage> missing = {};  // most frames first
};

Evidence evidence_of(const Report& report, const Sites& sites);

}  // namespace symkit::group
