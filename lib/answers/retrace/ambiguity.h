// Whether the lines that fit a frame say one thing, or leave open which it was.
#pragma once

#include "answers/retrace/naming.h"
#include "answers/retrace/narrow.h"

namespace symkit::retrace {

// Several lines of source for one line of the program, and nothing to choose by.
bool is_ambiguous(const MappedRange& range);

bool is_ambiguous(const MethodGroup& group, const Narrowed& narrowed);

// The order in which alternatives are shown.
int compare(const Signature& a, const Signature& b);

}  // namespace symkit::retrace
