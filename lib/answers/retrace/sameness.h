// Do two mappings answer alike, whatever form each has? Two builds of the same code should. What changes no
// answer does not count: comments, the order of classes, map ids, hashes, versions.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "answers/retrace/mapping.h"

namespace symkit::retrace {

// Where two mappings differ, in plain words.
struct MappingDifference {
  std::string where;                   // "class com.example.Kitchen (a.b), method c, line 12"
  std::array<std::string, 2> answers;  // what each says
};

struct Sameness {
  std::size_t classes = 0;      // of the first mapping
  std::size_t differences = 0;  // classes, methods and fields with another answer
  std::vector<MappingDifference> first;
};

// At most so many differences are told, by the classes' original names.
Result<Sameness> compare_mappings(Mapping& one, Mapping& other, std::size_t most_told);

}  // namespace symkit::retrace
