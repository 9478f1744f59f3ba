// Where indexes are kept.
#pragma once

#include <string>
#include <vector>

#include "common/console.h"
#include "keep/store/chain.h"

namespace symkit::tools {

// `given` (each --store), else $SYMKIT_STORE, else $XDG_CACHE_HOME/symkit, else ~/.cache/symkit. A folder
// need not exist. Where none of these is known a warning says so, and there is none: then nothing is found
// and kept. An error says what of that can be no store.
Result<store::Chain> stores(const std::vector<std::string>& given, Console& console);

// Where symkit keeps what can be made again: $XDG_CACHE_HOME/symkit, else ~/.cache/symkit. Empty where
// neither is known.
std::string cache_path();

}  // namespace symkit::tools
