// Whether the alternatives for a frame differ, or all mean the same place.
#pragma once

#include "answers/retrace/naming.h"
#include "answers/retrace/narrow.h"

namespace symkit::retrace {

// Whether there are several source lines for one line of the program, and nothing to choose by.
bool is_ambiguous(const MappedRange& range);

bool is_ambiguous(const MethodGroup& group, const Narrowed& narrowed);

// The display order of alternatives.
int compare(const Signature& a, const Signature& b);

}  // namespace symkit::retrace
