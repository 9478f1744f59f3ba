// The stores of indexes.
#pragma once

#include <string>
#include <vector>

#include "common/console.h"
#include "keep/store/chain.h"

namespace symkit::tools {

// The stores in `given` (each --store), else $SYMKIT_STORE, else $XDG_CACHE_HOME/symkit, else
// ~/.cache/symkit. A folder need not exist. If none of these is known, a warning says so, and there is no
// store: nothing is found or kept. Fails if one of them cannot be a store.
Result<store::Chain> stores(const std::vector<std::string>& given, Console& console);

// The folder for data that can be made again: $XDG_CACHE_HOME/symkit, else ~/.cache/symkit. Empty if
// neither is known.
std::string cache_path();

}  // namespace symkit::tools
