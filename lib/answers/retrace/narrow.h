// Which lines of a mapping a frame can come from: those whose range holds its line number, or all, where it
// has none; and of which methods they are.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "answers/retrace/naming.h"

namespace symkit::retrace {

// One method of the program (a name may stand for several), with the lines of the mapping that fit.
struct Candidate {
  std::uint32_t member = none;
  std::uint32_t signature = 0;        // of its outermost line
  std::vector<std::uint32_t> ranges;  // numbers in the group; none: only the method is known
};

struct Narrowed {
  std::vector<Candidate> candidates;  // none: the method is in the mapping, but not at this line
  std::optional<std::int32_t> position;
};

// `position`: none where the frame has no place for it, -1 where the place is empty. `within_outline`: the
// line in the outline that the frame before was in, which the call site of the outline translates.
Narrowed narrow(const MethodGroup& group, std::optional<std::int32_t> position,
                std::optional<std::int32_t> within_outline);

}  // namespace symkit::retrace
