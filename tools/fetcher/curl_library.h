// The system's libcurl, loaded when the program starts: a package that runs on every Linux cannot be
// linked with it, and an own copy would lack the system's certificates and security fixes.
#pragma once

#include "ground/base/result.h"

namespace symkit::fetch {

// Must be called before any function of libcurl. The error says what to install.
Result<void> load_curl();

}  // namespace symkit::fetch
