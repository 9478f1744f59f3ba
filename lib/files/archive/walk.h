// Examines the entries of an archive and of nested archives, decompressing only what is wanted.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"

namespace symkit::archive {

// The paths of entries whose beginning is `wanted`, in the order of the archive's directory. Entries that
// may be wanted but cannot be read are reported to `warn`. `beginning` has 64 bytes, or the complete
// entry.
Result<std::vector<std::string>> entries_that_begin(const std::string& archive,
                                                    const std::function<bool(Bytes beginning)>& wanted,
                                                    const WarningSink& warn);

}  // namespace symkit::archive
