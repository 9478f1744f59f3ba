// Where indexes are kept unless the user says otherwise.
#pragma once

#include <string>

#include "common/console.h"

namespace symkit::tools {

// `given` (--store), else $SYMKIT_STORE, else $XDG_CACHE_HOME/symkit, else ~/.cache/symkit. The folder need
// not exist. Where none of these is known a warning says so, and it is empty: then nothing is found and kept.
std::string store_path(const std::string& given, Console& console);

// Where symkit keeps what can be made again: $XDG_CACHE_HOME/symkit, else ~/.cache/symkit. Empty where
// neither is known.
std::string cache_path();

}  // namespace symkit::tools
