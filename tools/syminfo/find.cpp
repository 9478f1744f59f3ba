#include "syminfo/questions.h"

namespace symkit::syminfo {

Result<void> find_id(Work&) { return fail("not yet"); }

}  // namespace symkit::syminfo
