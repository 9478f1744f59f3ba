// Whether two mappings, in any form, give the same answers. Two builds of the same code should.
// Differences that change no answer do not count: comments, the order of classes, map ids, hashes,
// versions.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "answers/retrace/mapping.h"

namespace symkit::retrace {

// A difference between two mappings, in plain words.
struct MappingDifference {
  std::string where;                   // "class com.example.Kitchen (a.b), method c, line 12"
  std::array<std::string, 2> answers;  // of each mapping
};

struct Sameness {
  std::size_t classes = 0;      // of the first mapping
  std::size_t differences = 0;  // classes, methods and fields with different answers
  std::vector<MappingDifference> first;
};

// Lists at most this many differences, by the classes' original names.
Result<Sameness> compare_mappings(Mapping& one, Mapping& other, std::size_t most_told);

}  // namespace symkit::retrace
