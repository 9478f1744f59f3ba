#include "syminfo/questions.h"

namespace symkit::syminfo {

Result<void> show_contents(Work&) { return fail("not yet"); }

}  // namespace symkit::syminfo
