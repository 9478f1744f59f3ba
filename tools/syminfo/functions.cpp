#include "syminfo/questions.h"

namespace symkit::syminfo {

Result<void> list_functions(Work&) { return fail("not yet"); }

}  // namespace symkit::syminfo
