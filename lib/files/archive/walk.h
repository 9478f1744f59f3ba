// Looks at the entries of an archive and of the archives in it, without unpacking what nobody wants.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"

namespace symkit::archive {

// The paths of entries that begin as is `wanted`, in the order of the archive's directory. What may be one
// but cannot be read is told to `warn`. `beginning` has 64 bytes, or all that the entry has.
Result<std::vector<std::string>> entries_that_begin(const std::string& archive,
                                                    const std::function<bool(Bytes beginning)>& wanted,
                                                    const WarningSink& warn);

}  // namespace symkit::archive
