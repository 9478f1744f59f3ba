#include "ground/base/scheduling.h"

#include <algorithm>
#include <sys/resource.h>

namespace symkit {

// On Linux, niceness is per thread.
void come_behind() {
  constexpr int behind_others = 10;
  ::setpriority(PRIO_PROCESS, 0, std::max(behind_others, ::getpriority(PRIO_PROCESS, 0)));
}

}  // namespace symkit
