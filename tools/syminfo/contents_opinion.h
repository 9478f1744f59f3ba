// Compares the findings of our readers and LIEF: agreement is worth knowing, disagreement even more.
#pragma once

#include <string>
#include <vector>

#include "debug/details/details.h"
#include "debug/survey/survey.h"
#include "files/container/image.h"

namespace symkit::syminfo {

struct Difference {
  std::string what;
  std::string ours;
  std::string theirs;
};

struct Opinion {
  std::vector<std::string> agreed;
  std::vector<Difference> differing;
};

// `with_symbols`: LIEF has read the main symbol table.
Opinion compare(const container::Image& image, const survey::Survey& ours, const details::Details& theirs,
                bool with_symbols);

}  // namespace symkit::syminfo
