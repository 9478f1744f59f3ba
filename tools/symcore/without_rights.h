// What a process may still do that reads what strangers wrote.
#pragma once

#include "ground/base/result.h"

namespace symkit::symcore {

// For good: this process becomes one of an unprivileged user, can get no rights by programs that it starts,
// and cannot be read by others. Without `may_connect`, it has no network.
Result<void> drop_rights(bool may_connect);

}  // namespace symkit::symcore
