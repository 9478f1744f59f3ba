// Finds the lines of a mapping that a frame can come from (those whose range contains its line number, or
// all if it has none), and their methods.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "answers/retrace/naming.h"

namespace symkit::retrace {

// One method of the program (a name may belong to several), with the matching lines of the mapping.
struct Candidate {
  std::uint32_t member = none;
  std::uint32_t signature = 0;        // of the method's outermost line
  std::vector<std::uint32_t> ranges;  // numbers of ranges in the group; empty: only the method is known
};

struct Narrowed {
  std::vector<Candidate> candidates;  // empty: the method is in the mapping, but not at this line
  std::optional<std::int32_t> position;
};

// `position`: nothing if the frame has no place for it, -1 if the place is empty. `within_outline`: the
// line in the outline of the frame before, which the call site of the outline translates.
Narrowed narrow(const MethodGroup& group, std::optional<std::int32_t> position,
                std::optional<std::int32_t> within_outline);

}  // namespace symkit::retrace
