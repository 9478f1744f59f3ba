#include "syminfo/questions.h"

namespace symkit::syminfo {

Result<void> match_two(Work&) { return fail("not yet"); }

}  // namespace symkit::syminfo
