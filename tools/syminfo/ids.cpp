#include "syminfo/questions.h"

namespace symkit::syminfo {

Result<void> list_ids(Work&) { return fail("not yet"); }

}  // namespace symkit::syminfo
