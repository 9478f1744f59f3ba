#include "syminfo/questions.h"

namespace symkit::syminfo {

Result<void> verify(Work&) { return fail("not yet"); }

}  // namespace symkit::syminfo
