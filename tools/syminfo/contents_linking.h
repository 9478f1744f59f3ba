// The libraries that an image is linked with, and the symbols that it uses from each.
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
  std::string newest_version;  // ELF: the highest version that is needed
  std::vector<std::string> first_names;
};

// One entry for each library, and at the end one for symbols from any library, if there are such.
std::vector<TakenFrom> summarize_linking(const details::Details& details);

}  // namespace symkit::syminfo
