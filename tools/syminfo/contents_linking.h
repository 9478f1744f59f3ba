// What the image is linked with: its libraries, and what it takes from each of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "debug/details/details.h"

namespace symkit::syminfo {

struct TakenFrom {
  std::string library;  // empty: any
  std::string kind;
  std::uint64_t symbols = 0;
  std::string newest_version;  // ELF: the highest that is needed of it
  std::vector<std::string> first_names;
};

// One for each library, and at the end, where there are such symbols, one for those of any.
std::vector<TakenFrom> summarize_linking(const details::Details& details);

}  // namespace symkit::syminfo
