// The hash by which R8 lets its mapping be recognised: "# pg_map_hash: SHA-256 …" in the header is that of
// all that stands below this line.
#pragma once

#include <string>
#include <string_view>

#include "ground/base/diagnostics.h"
#include "ground/base/result.h"

namespace symkit::retrace {

// An error where the text is another one than R8 wrote; where the header has no hash, a warning.
Result<void> verify_map_hash(std::string_view text, const std::string& path, const WarningSink& warn);

// Of the mapping in a file.
Result<void> verify_map_hash(const std::string& path, const WarningSink& warn);

}  // namespace symkit::retrace
