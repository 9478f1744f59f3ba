#include "syminfo/questions.h"

namespace symkit::syminfo {

Result<void> check_log(Work&) { return fail("not yet"); }

}  // namespace symkit::syminfo
