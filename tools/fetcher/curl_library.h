// libcurl as the system has it, loaded when the program starts: a package that runs on every Linux cannot be
// linked with it, and a copy of its own would miss each system's certificates and security fixes.
#pragma once

#include "ground/base/result.h"

namespace symkit::fetch {

// Before anything of libcurl is called. The error says what to install.
Result<void> load_curl();

}  // namespace symkit::fetch
